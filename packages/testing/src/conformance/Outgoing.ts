import * as Effect from "effect/Effect"
import type { CaseRequest } from "./CaseRequest.js"
import { type MissingPlaceholder, substitute, type Vars } from "./substitute.js"

/** A request with every placeholder filled in. */
export interface Outgoing {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  readonly raw: string | undefined
}

const bodyOf = (request: CaseRequest, vars: Vars): Effect.Effect<Buffer | undefined, MissingPlaceholder> => {
  if (request.bodyBase64 !== undefined) return Effect.succeed(Buffer.from(request.bodyBase64, "base64"))
  if (request.bodyRepeat !== undefined) {
    const { mid, prefix, suffix, times, unit, unit2 } = request.bodyRepeat
    // Numbering a million units one by one takes much longer than repeating them.
    const units = unit.includes("%d")
      ? Array.from({ length: times }, (_, i) => unit.replace("%d", String(i))).join("")
      : unit.repeat(times)
    return Effect.succeed(Buffer.from(prefix + units + mid + unit2.repeat(times) + suffix))
  }
  if (request.body === undefined || request.body === null) return Effect.succeed(undefined)
  return Effect.map(substitute(request.body, vars), (text) => Buffer.from(text))
}

export const outgoing = Effect.fnUntraced(function* (request: CaseRequest, vars: Vars) {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) headers[name] = yield* substitute(value, vars)
  return {
    method: request.method,
    path: yield* substitute(request.path, vars),
    headers,
    body: yield* bodyOf(request, vars),
    raw: request.raw === undefined ? undefined : yield* substitute(request.raw, vars)
  } satisfies Outgoing
})
