import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { Unauthorized } from "../api/WireError.js"

const MAX_LENGTH = 256
const form = /^bearer +([\x21-\x7e]+)$/i

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const parameter = `${token}[ \\t]*=[ \\t]*(?:${token}|"(?:[^"\\\\]|\\\\.)*")`
const oneWithParameters = new RegExp(`^${token} +${parameter}(?:[ \\t]*,[ \\t]*${parameter})*$`)

/**
 * Headers that came more than once are joined by a comma (RFC 9110, section 5.3) before anybody may see how many there
 * were. One credential holds such a comma only between its parameters (section 11.4).
 */
const isSeveral = (value: string) => value.includes(",") && /, |^,|,$/.test(value) && !oneWithParameters.test(value)

/**
 * The presented key (RFC 6750, section 2.1): exactly one header, the scheme in any letter case. Anything that is not
 * `Bearer <token>` counts as missing, as does an absurdly long token.
 */
export const readBearer = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
  const value = headers["authorization"] ?? ""
  // In no operation's list, so not among the errors that one declares.
  if (isSeveral(value)) return Effect.die(new ProtocolRefusal({ reason: "several_credentials" }))
  const presented = form.exec(value)?.[1]
  if (presented === undefined) return Effect.fail(Unauthorized.missing())
  if (presented.length > MAX_LENGTH) return Effect.fail(Unauthorized.invalid())
  return Effect.succeed(Redacted.make(presented))
})
