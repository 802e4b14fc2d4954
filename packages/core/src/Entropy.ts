import { randomBytes } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Where random bytes come from: the operating system, unless a test provides its own to repeat itself. */
export class Entropy extends Context.Reference<Entropy>()("@tollgate/core/Entropy", {
  defaultValue: () => ({ bytes: (size: number): Uint8Array => randomBytes(size) })
}) {}

export const bytes = (size: number) => Effect.map(Entropy, (source) => source.bytes(size))

/** A random UUID (RFC 9562, version 4). */
export const uuid = Effect.map(bytes(16), (random) => {
  const hex = Buffer.from(random).toString("hex")
  const variant = ((random[8] ?? 0) & 0x3f) | 0x80
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(18, 20)}-${hex.slice(20)}`
})
