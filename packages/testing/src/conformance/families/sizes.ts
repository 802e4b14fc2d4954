import { tooLarge } from "../answers.js"
import { authorization, JSON_TYPE, raw, repeated } from "../requests.js"
import type { Family } from "../Subject.js"

/** The size of one `{CHUNK}`, in bytes. */
const CHUNK = 32_768

/** Bodies above the operation's size limit. */
export const sizes: Family = ({ caller, operation, path, refuses, takesBody }) => {
  const sending = (length: string, body: string) =>
    raw(operation.method, path, [authorization(caller), JSON_TYPE, length], body)
  if (!takesBody) return []
  return [
    refuses("an oversized body is 413", repeated('{"code":"', "a", operation.maxBodyBytes + 64, '"}'), tooLarge),
    refuses(
      "an oversized chunked body is 413",
      sending("Transfer-Encoding: chunked", `{CHUNK*${Math.ceil(operation.maxBodyBytes / CHUNK) + 1}}`),
      tooLarge
    ),
    refuses(
      "a Content-Length of 1 GB is refused before the body arrives",
      sending("Content-Length: 1000000000", "{"),
      tooLarge
    )
  ]
}
