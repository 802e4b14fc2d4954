import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { InvalidCredential } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { wireErrorOf } from "../api/errorTable.js"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { Unauthorized } from "../api/WireError.js"

/** Maximum length of a presented key. */
export const MAX_KEY_LENGTH = 256

const form = /^bearer +([\x21-\x7e]+)$/i

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const parameter = `${token}[ \\t]*=[ \\t]*(?:${token}|"(?:[^"\\\\]|\\\\.)*")`
const oneWithParameters = new RegExp(`^${token} +${parameter}(?:[ \\t]*,[ \\t]*${parameter})*$`)

/**
 * Whether the header was sent more than once: repeated headers are joined by a comma (RFC 9110, section 5.3). A single
 * credential has such a comma only between its parameters (section 11.4).
 */
const isSeveral = (value: string) => value.includes(",") && /, |^,|,$/.test(value) && !oneWithParameters.test(value)

/**
 * Reads the key from `Authorization` (RFC 6750, section 2.1): exactly one header, the scheme in any letter case. Anything but
 * `Bearer <token>` is a missing credential, and a token of more than 256 characters an invalid one.
 */
export const readBearer = Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
  const value = headers["authorization"] ?? ""
  // A defect, because no operation lists this status.
  if (isSeveral(value)) return Effect.die(new ProtocolRefusal({ reason: "several_credentials" }))
  const presented = form.exec(value)?.[1]
  if (presented === undefined) return Effect.fail(Unauthorized.missing())
  if (presented.length > MAX_KEY_LENGTH) return Effect.fail(wireErrorOf(new InvalidCredential()))
  return Effect.succeed(Redacted.make(presented))
})
