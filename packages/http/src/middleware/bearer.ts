import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ProtocolRefusal } from "../ProtocolRefusal.js"
import { Unauthorized } from "../WireError.js"

const MAX_LENGTH = 256
const form = /^bearer +([\x21-\x7e]+)$/i

/** Between the values of a header that came more than once. No header value can hold it. */
export const SEPARATOR = "\n"

/**
 * The presented key (RFC 6750, section 2.1): exactly one header, the scheme in any letter case. Anything that is not
 * `Bearer <token>` counts as missing, as does an absurdly long token.
 */
export const bearer = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
  const value = headers["authorization"] ?? ""
  // In no operation's list, so not among the errors that one declares.
  if (value.includes(SEPARATOR)) return Effect.die(new ProtocolRefusal({ reason: "several_credentials" }))
  const token = form.exec(value)?.[1]
  if (token === undefined) return Effect.fail(Unauthorized.missing())
  if (token.length > MAX_LENGTH) return Effect.fail(Unauthorized.invalid())
  return Effect.succeed(Redacted.make(token))
})
