import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Transaction } from "../../ports/Transaction.js"
import type { SpenderName } from "../model/Spender.js"
import { SpendingStore } from "../store/SpendingStore.js"
import { readSpender } from "./readSpender.js"
import { type CachedSpender, cachedOf, SpenderCache, spenderKey } from "./SpenderCache.js"

/** Records that a transaction has read after it locked the scopes that guard them: none changes before the transaction ends. */
export class LockedRecords {
  /** By `spenderKey`. Null for a secret that no key has. */
  readonly spenders = new Map<string, CachedSpender | null>()
}

/** Which readings may decide finally. */
export interface Since {
  /** The `time` of `SpenderCache` at which the request began. */
  readonly since: number
  /** What the open transaction has read under locks. Null without such a transaction. */
  readonly locked: LockedRecords | null
}

/** A spender that was read for this request, or is cached. */
export interface FoundSpender extends CachedSpender {
  /** Whether it was read after the request began, so that a refusal by it is the answer. */
  readonly isFinal: boolean
  /** Removes it from the cache, because a version differs or it refuses. */
  readonly forget: () => void
}

/** When a reading began whose result is not cached. It is always final. */
const NOT_CACHED = Number.POSITIVE_INFINITY

/**
 * Resolves the spender of a request: from the cache, if the storage raises a version with each change (`SpendingStore.findSpender`), else by reading it. Null
 * if no key has the secret, or if the secret has ended.
 */
export const resolveSpender = Effect.fnUntraced(function* (name: SpenderName, { locked, since }: Since) {
  const store = yield* SpendingStore
  const known = SpenderCache.of(store)
  const key = spenderKey(name)
  const found = (one: CachedSpender): FoundSpender => ({
    spender: one.spender,
    scopes: one.scopes,
    ends_at: one.ends_at,
    began: one.began,
    isFinal: one.began > since,
    forget: () => known.forget(key, one.spender)
  })
  const now = yield* Clock.currentTimeMillis
  const cached = locked === null ? known.get(key, now) : undefined
  if (cached !== undefined) return found(cached)
  const { findSpender: find } = store
  const read = Effect.suspend(() => (find ?? readSpender)(name, DateTime.unsafeMake(now))).pipe(
    Effect.map(Option.getOrNull)
  )
  const readOnce = Effect.map(read, (spender) => (spender === null ? null : cachedOf(spender, NOT_CACHED)))
  if (locked !== null) {
    const before = locked.spenders.get(key)
    const one = before === undefined ? yield* readOnce : before
    locked.spenders.set(key, one)
    return one === null ? null : found(one)
  }
  // A transaction may be rolled back, and the versions that it has raised are then those of other changes. Checked before reading,
  // because a fiber can outlive its transaction.
  const isKept = find !== undefined && !(yield* (yield* Transaction).isOpen)
  const one = yield* isKept ? known.read(key, { now, since }, read) : readOnce
  return one === null ? null : found(one)
})
