import { MIMEType } from "node:util"
import type { InputIssue } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { BadRequest } from "../api/WireError.js"
import { findTrap } from "./findTrap.js"

/** Fields that the schema sees. No valid body has as many, and a refusal lists at most 20, so further fields only cost time. */
const MAX_NAMES = 100

/** A request's whole body, or why it is missing: it was refused, it ended early, or the host has already read it. */
export type Body = Uint8Array | ProtocolRefusal | "incomplete" | "already_read"

export const noBody: Body = new Uint8Array(0)

const isJson = (contentType: string | undefined, encoding: string | undefined): boolean => {
  if (contentType === "application/json" && encoding === undefined) return true
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) return false
  try {
    // As in browsers, a malformed parameter is ignored (WHATWG MIME Sniffing, section 4.4).
    const { essence, params } = new MIMEType(contentType ?? "")
    return essence === "application/json" && (params.get("charset") ?? "utf-8").toLowerCase() === "utf-8"
  } catch {
    return false
  }
}

const issue = (expected: string): InputIssue => ({ path: [], expected })

const bounded = (value: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(value)
  if (names.length <= MAX_NAMES) return value
  return Object.fromEntries(names.slice(0, MAX_NAMES).map((name) => [name, value[name]]))
}

const parse = (text: string): Either.Either<unknown, BadRequest> => {
  try {
    const trap = findTrap(text)
    if (trap !== null) return Either.left(BadRequest.invalidJson(trap))
    const value: unknown = JSON.parse(text)
    return Predicate.isRecord(value) ? Either.right(bounded(value)) : Either.left(BadRequest.invalidJson())
  } catch {
    return Either.left(BadRequest.invalidJson())
  }
}

const alreadyRead = Effect.zipRight(
  Effect.logError("the host has read or locked the body of a request before it gave the request to Tollgate"),
  new ProtocolRefusal({
    reason: "body_already_read",
    issues: [issue("a request whose body the host has neither read nor locked")]
  })
)

/** The refusals of a request whose body cannot be read. */
const absent = {
  incomplete: new ProtocolRefusal({ reason: "body_incomplete", issues: [issue("a body that comes to its end")] }),
  already_read: alreadyRead
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Reads a body as a JSON object, after checking its media type, size and encoding. Synchronous, unless the host has already read the body. */
export const readJsonBody = (
  headers: { readonly [name: string]: string | undefined },
  body: Body
): Effect.Effect<unknown, BadRequest | ProtocolRefusal> => {
  if (!isJson(headers["content-type"], headers["content-encoding"])) {
    const issues = [{ path: ["Content-Type"], expected: "application/json, in UTF-8 and not compressed" }]
    return Effect.fail(new ProtocolRefusal({ reason: "unsupported_media_type", issues }))
  }
  if (body instanceof ProtocolRefusal) return Effect.fail(body)
  if (typeof body === "string") return absent[body]
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    return Effect.fail(BadRequest.invalidJson(issue("well-formed UTF-8")))
  }
  return parse(text)
}
