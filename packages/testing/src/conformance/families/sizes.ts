import type { Target } from "../Change.js"
import { tooLarge } from "../Expectation.js"
import type { Given } from "../Given.js"
import { JSON_TYPE, raw } from "../Sent.js"
import type { Family } from "../Subject.js"

/** The size of one chunk, in bytes. */
const CHUNK = 0x8000

const chunked = (bytes: number) => `${`8000\r\n${"a".repeat(CHUNK)}\r\n`.repeat(Math.ceil(bytes / CHUNK) + 1)}0\r\n\r\n`

/** Bodies above the operation's size limit. */
export const sizes: Family = ({ operation, refuses, takesBody }) => {
  const { maxBodyBytes, method } = operation
  const sending = ({ caller, path }: Given<Target>, length: string, body: string) =>
    raw(method, path, [`Authorization: ${caller.Authorization}`, JSON_TYPE, length], body)
  if (!takesBody) return []
  return [
    refuses("an oversized body is 413", () => ({ body: `{"code":"${"a".repeat(maxBodyBytes + 64)}"}` }), tooLarge),
    refuses(
      "an oversized chunked body is 413",
      (given) => sending(given, "Transfer-Encoding: chunked", chunked(maxBodyBytes)),
      tooLarge,
      "socket"
    ),
    refuses(
      "a Content-Length of 1 GB is refused before the body arrives",
      (given) => sending(given, "Content-Length: 1000000000", "{"),
      tooLarge,
      "socket"
    )
  ]
}
