import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** URL to redirect the user to, at most 2,048 characters: https, or http to a loopback address (RFC 8252, section 7.3). */
export const CallbackUrl = Schema.String.pipe(
  Schema.maxLength(2048, { jsonSchema: { maxLength: 2048, format: "uri" } }),
  Schema.filter(
    (value) => {
      // The parser silently drops white space and an empty fragment, but the URL is stored as sent.
      if (/[\s\p{Cc}#]/u.test(value) || !URL.canParse(value)) return false
      const { hostname, password, protocol, username } = new URL(value)
      if (username !== "" || password !== "") return false
      return protocol === "https:" || (protocol === "http:" && loopback.has(hostname))
    },
    { arbitrary: () => (fc) => fc.webUrl({ validSchemes: ["https"] }) }
  ),
  expected("an https URL, or http to localhost, 127.0.0.1 or [::1], without user or fragment")
)
