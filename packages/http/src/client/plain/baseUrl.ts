import { BASE_PATH } from "../../api/basePath.js"

const expected =
  'url must be the http or https address of a server, such as "https://tollgate.example" or ' +
  '"http://127.0.0.1:8787/api/v1", without credentials, query or fragment.'

const parse = (url: string): URL => {
  try {
    return new URL(url)
  } catch {
    // The parser's error repeats the text, which may contain a password.
    throw new TypeError(expected)
  }
}

/**
 * The address of a server's operations: the path of `url`, or `/api/v1` if it has none.
 *
 * @throws {TypeError} if `url` is not such an address. The message does not repeat it.
 */
export const baseUrl = (url: string | URL): string => {
  const { hash, origin, password, pathname, protocol, search, username } = parse(String(url))
  if (!/^https?:$/.test(protocol) || `${hash}${password}${search}${username}` !== "") {
    throw new TypeError(expected)
  }
  const path = pathname.replace(/\/+$/, "")
  return origin + (path === "" ? BASE_PATH : path)
}
