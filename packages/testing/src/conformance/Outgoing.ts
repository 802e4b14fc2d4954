import type * as Effect from "effect/Effect"
import type { CaseRequest } from "./CaseRequest.js"
import { fill, filling, type MissingPlaceholder, type Vars } from "./substitute.js"

/** A request with every placeholder filled in. */
export interface Outgoing {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  readonly raw: string | undefined
}

const bodyOf = (request: CaseRequest, vars: Vars): Buffer | undefined => {
  if (request.bodyBase64 !== undefined) return Buffer.from(request.bodyBase64, "base64")
  if (request.bodyRepeat !== undefined) {
    const { mid, prefix, suffix, times, unit, unit2 } = request.bodyRepeat
    // Numbering a million units one by one takes much longer than repeating them.
    const units = unit.includes("%d")
      ? Array.from({ length: times }, (_, i) => unit.replace("%d", String(i))).join("")
      : unit.repeat(times)
    return Buffer.from(prefix + units + mid + unit2.repeat(times) + suffix)
  }
  if (request.body === undefined || request.body === null) return undefined
  return Buffer.from(fill(request.body, vars))
}

export const outgoing = (request: CaseRequest, vars: Vars): Effect.Effect<Outgoing, MissingPlaceholder> =>
  filling(() => {
    const headers: Record<string, string> = {}
    for (const name of Object.keys(request.headers)) headers[name] = fill(request.headers[name] ?? "", vars)
    return {
      method: request.method,
      path: fill(request.path, vars),
      headers,
      body: bodyOf(request, vars),
      raw: request.raw === undefined ? undefined : fill(request.raw, vars)
    }
  })
