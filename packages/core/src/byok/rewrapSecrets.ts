import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.js"
import { KEPT_MILLIS } from "../idempotency/KeptAnswer.js"
import { withSpan } from "../runtime/withSpan.js"
import { type Resealed, type SealedSecret, SealedSecrets } from "./SealedSecrets.js"
import { sealedWith, Vault } from "./Vault.js"

/** How many secrets are read and sealed again in one transaction, which is short: no one waits for it. */
const BATCH = 100

/** A master key that no longer seals anything. */
export interface SpareMasterKey {
  /** The id of the key, 16 hex digits. */
  readonly id: string
  /** When the last answer ends that only this key opens. Null if it is no longer needed. */
  readonly neededUntil: DateTime.Utc | null
}

/** What became of the sealed secrets. */
export interface Rewrapped {
  /** The id of the master key that seals. */
  readonly keyId: string
  /** How many secrets were sealed again. */
  readonly rewrapped: number
  /** How many secrets open with none of the master keys. */
  readonly unreadable: number
  /** The other master keys. Empty if a secret is unreadable. */
  readonly spare: ReadonlyArray<SpareMasterKey>
}

/** Seals a secret again, unless the first master key has sealed it. Null if none of the keys opens it. */
const reseal = Effect.fnUntraced(function* (before: SealedSecret) {
  const vault = yield* Vault
  const opened = yield* Effect.either(vault.open(before.sealed, before))
  if (Either.isLeft(opened)) return null
  const resealed: Resealed = { before, sealed: yield* vault.seal(opened.right, before) }
  return resealed
})

/** Goes once through all sealed secrets. */
const pass = Effect.gen(function* () {
  const secrets = yield* SealedSecrets
  const { keyId } = yield* Vault
  const counts = { stale: 0, rewrapped: 0, unreadable: 0 }
  let after: SealedSecret["id"] | null = null
  while (true) {
    const batch: ReadonlyArray<SealedSecret> = yield* secrets.list(after, BATCH)
    const last = batch.at(-1)
    if (last === undefined) return counts
    after = last.id
    const stale = batch.filter(({ sealed }) => sealedWith(sealed) !== keyId)
    const changes = (yield* Effect.forEach(stale, reseal)).filter((change) => change !== null)
    counts.stale += stale.length
    counts.unreadable += stale.length - changes.length
    if (changes.length > 0) counts.rewrapped += yield* secrets.replace(changes)
  }
})

/**
 * Seals all secrets of providers and webhooks in the storage with the first master key of the vault, and returns which of its keys are needed no
 * more. It works in short batches, leaves what changes meanwhile as it is, and can be repeated after it was interrupted.
 * Requests never wait for it. Run it when every process of the storage seals with the first key: what another one seals later
 * is not seen.
 *
 * Fails with `StorageFailure`.
 */
export const rewrapSecrets = Effect.gen(function* () {
  const { keyId, keyIds } = yield* Vault
  const answers = yield* IdempotencyStore
  let rewrapped = 0
  // A secret that was changed during a pass is looked at again.
  while (true) {
    const counts = yield* pass
    rewrapped += counts.rewrapped
    if (counts.unreadable > 0) {
      const failed: Rewrapped = { keyId, rewrapped, unreadable: counts.unreadable, spare: [] }
      return failed
    }
    if (counts.stale === 0) break
  }
  yield* (yield* SealedSecrets).noteMasterKey(keyId)
  const now = yield* DateTime.now
  const others = [...new Set(keyIds)].filter((id) => id !== keyId)
  const spare = yield* Effect.forEach(others, (id) =>
    Effect.map(answers.latest(Buffer.from(id, "hex")), (latest): SpareMasterKey => {
      const until = Option.map(latest, (at) => DateTime.add(at, { millis: KEPT_MILLIS }))
      return { id, neededUntil: Option.getOrNull(Option.filter(until, DateTime.greaterThan(now))) }
    })
  )
  const done: Rewrapped = { keyId, rewrapped, unreadable: 0, spare }
  return done
}).pipe(withSpan("byok.rewrapSecrets"))
