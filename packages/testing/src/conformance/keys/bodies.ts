import { tooLarge } from "../Expectation.js"
import { CLOSE, JSON_TYPE, raw } from "../Sent.js"
import type { Family } from "../Subject.js"
import { updatedKey } from "./apiKey.js"

/** A body of this many bytes, nearly all of them spaces. */
const padded = (bytes: number) => ({ body: `{"name":"a"${" ".repeat(bytes - 12)}}` })

/** Valid bodies in unusual notation. */
export const bodies: Family = ({ asks, refuses }) => [
  asks("json: whitespace around the document", { body: ' \r\n\t{ "name" : "a" } \n' }, updatedKey({ name: "a" })),
  asks("json: an escaped name", { body: '{"n\\u0061me":"escaped"}' }, updatedKey({ name: "escaped" })),
  asks("size: a body of exactly 64 KiB", () => padded(65_536), updatedKey({ name: "a" })),
  refuses("size: a body of 64 KiB and one byte", () => padded(65_537), tooLarge),
  asks(
    "size: a chunked body in small pieces",
    ({ caller, path }) =>
      raw(
        "PATCH",
        path,
        [`Authorization: ${caller.Authorization}`, JSON_TYPE, "Transfer-Encoding: chunked", CLOSE],
        '1\r\n{\r\n7\r\n"name":\r\n3\r\n"c"\r\n1\r\n}\r\n0\r\n\r\n'
      ),
    updatedKey({ name: "c" }),
    "socket"
  )
]
