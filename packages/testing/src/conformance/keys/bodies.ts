import { tooLarge } from "../answers.js"
import { CLOSE, JSON_TYPE, MANAGER, raw, repeated } from "../requests.js"
import type { Family } from "../Subject.js"
import { updatedKey } from "./apiKey.js"

const named = (name: string) => updatedKey({ name })

/** A body of this many bytes, nearly all of them spaces. */
const padded = (bytes: number) => repeated('{"name":"a"', " ", bytes - '{"name":"a"}'.length, "}")

/** Valid bodies in unusual notation. */
export const bodies: Family = ({ asks, path, refuses }) => [
  asks("json: whitespace around the document", { body: ' \r\n\t{ "name" : "a" } \n' }, named("a"), {
    basis: "http"
  }),
  asks("json: an escaped name", { body: '{"n\\u0061me":"escaped"}' }, named("escaped"), { basis: "derived" }),
  asks("size: a body of exactly 64 KiB", padded(65_536), named("a")),
  refuses("size: a body of 64 KiB and one byte", padded(65_537), tooLarge),
  asks(
    "size: a chunked body in small pieces",
    raw(
      "PATCH",
      path,
      [MANAGER, JSON_TYPE, "Transfer-Encoding: chunked", CLOSE],
      '1\r\n{\r\n7\r\n"name":\r\n3\r\n"c"\r\n1\r\n}\r\n0\r\n\r\n'
    ),
    named("c"),
    { basis: "http" }
  )
]
