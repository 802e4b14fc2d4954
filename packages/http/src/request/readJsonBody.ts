import { MIMEType } from "node:util"
import { type InputIssue, InvalidInput } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { BadRequest } from "../api/WireError.js"
import { isExactNumber } from "./isExactNumber.js"

const MAX_DEPTH = 32

/** Fields that the schema sees. No valid body has as many, and a refusal lists at most 20, so further fields only cost time. */
const MAX_NAMES = 100

/** A request's whole body, or why it is missing: it was refused, it ended early, or the host has already read it. */
export type Body = Uint8Array | ProtocolRefusal | "incomplete" | "already_read"

export const noBody: Body = new Uint8Array(0)

const isJson = (contentType: string | undefined, encoding: string | undefined): boolean => {
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) return false
  try {
    // As in browsers, a malformed parameter is ignored (WHATWG MIME Sniffing, section 4.4).
    const { essence, params } = new MIMEType(contentType ?? "")
    return essence === "application/json" && (params.get("charset") ?? "utf-8").toLowerCase() === "utf-8"
  } catch {
    return false
  }
}

const issue = (expected: string, path: ReadonlyArray<string> = []): InputIssue => ({ path, expected })

/** The field's name comes from the caller, so a name that looks like a secret is hidden. */
const inexact = (field: string): InputIssue | null => {
  const message = "expected: numbers that a 64-bit float holds without loss"
  return InvalidInput.fromFormatted([{ _tag: "Type", path: [field], message }]).issues[0] ?? null
}

// An unterminated string matches too, so that the scan never backtracks. JSON.parse refuses it.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]:]|-?\d[\d.eE+-]*/gs

/** Scans the text once, without recursion, for what JSON.parse accepts: deep nesting, repeated names, `__proto__`, inexact numbers. */
const findTrap = (text: string): InputIssue | null => {
  const open: Array<Set<unknown>> = []
  let last = ""
  let field = ""
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") open.push(new Set())
    else if (token === "}" || token === "]") open.pop()
    else if (token === ":") {
      const name: unknown = JSON.parse(last)
      if (name === "__proto__") return issue("no field named __proto__")
      if (open.at(-1)?.has(name)) return issue("each field at most once")
      open.at(-1)?.add(name)
      if (open.length === 1) field = String(name)
    } else if (open.length > 1 && /^[-\d]/.test(token) && !isExactNumber(token)) {
      // Numbers in the top-level fields are amounts and counts, whose schemas round or refuse them.
      return inexact(field)
    }
    if (open.length > MAX_DEPTH) return issue(`at most ${MAX_DEPTH} levels of nesting`)
    last = token
  }
  return null
}

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

/** Reads a body as a JSON object, after checking its media type, size and encoding. */
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
  return Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body),
    catch: () => BadRequest.invalidJson(issue("well-formed UTF-8"))
  }).pipe(Effect.flatMap(parse))
}
