import { createHash } from "node:crypto"
import { Entropy } from "@tollgate/core"
import * as Effect from "effect/Effect"

/** An invalid secret that looks like a provider's. */
export const fakeProviderSecret = (prefix: string) =>
  Effect.map(Entropy.bytes(30), (random) => `${prefix}${Buffer.from(random).toString("base64url")}`)

const verifier = Effect.map(Entropy.bytes(32), (random) => Buffer.from(random).toString("base64url"))

/** The verifiers of the demo's codes, and a wrong one. */
export const verifiers = Effect.gen(function* () {
  const s256 = yield* verifier
  const plain = yield* verifier
  const other = yield* verifier
  return { s256, plain, other, challenge: createHash("sha256").update(s256).digest("base64url") }
})

export type Verifiers = Effect.Effect.Success<typeof verifiers>
