import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Transaction } from "../ports/Transaction.js"
import { type KnownSpender, KnownSpenders, knownOf, spenderKey } from "./KnownSpenders.js"
import { readSpender } from "./readSpender.js"
import type { SpenderName } from "./Spender.js"
import { SpendingStore } from "./SpendingStore.js"

/** What a transaction has read after it has locked the scopes that guard it: nothing of it changes before the transaction ends. */
export class LockedRecords {
  readonly spenders = new Map<string, KnownSpender | null>()
}

/** Since when a spender has to be true. */
export interface Since {
  /** The time of `KnownSpenders` at which the request began. */
  readonly since: number
  /** What an open transaction has read under locks. Null without one. */
  readonly locked: LockedRecords | null
}

/** A spender, as it is stored or as it was read for an earlier request. */
export interface FoundSpender extends KnownSpender {
  /** Whether it was read after the request began, so that it may refuse it. */
  readonly isFinal: boolean
  /** Forgets what is kept of it, because a version differs or it refuses. */
  readonly forget: () => void
}

/** What is final was read for this request: nothing of it is kept. */
const FOR_THIS = Number.POSITIVE_INFINITY

/**
 * Finds everything but prices that decides about requests of a key. It is kept in memory if the storage raises a version with each change
 * of it (`SpendingStore.findSpender`), and read otherwise. Null if no key has the secret, or if the secret has ended.
 */
export const findSpender = Effect.fnUntraced(function* (name: SpenderName, { locked, since }: Since) {
  const store = yield* SpendingStore
  const known = KnownSpenders.of(store)
  const key = spenderKey(name)
  const found = (one: KnownSpender): FoundSpender => ({
    spender: one.spender,
    scopes: one.scopes,
    ends_at: one.ends_at,
    began: one.began,
    isFinal: one.began > since,
    forget: () => known.forget(key, one.spender)
  })
  const now = yield* Clock.currentTimeMillis
  const kept = locked === null ? known.get(key, now) : undefined
  if (kept !== undefined) return found(kept)
  const { findSpender: find } = store
  const read = Effect.suspend(() => (find ?? readSpender)(name, DateTime.unsafeMake(now))).pipe(
    Effect.map(Option.getOrNull)
  )
  const readOnce = Effect.map(read, (spender) => (spender === null ? null : knownOf(spender, FOR_THIS)))
  if (locked !== null) {
    const before = locked.spenders.get(key)
    const one = before === undefined ? yield* readOnce : before
    locked.spenders.set(key, one)
    return one === null ? null : found(one)
  }
  // A transaction may be rolled back, and the versions that it has raised are then those of other changes. Asked before reading,
  // because a fiber can outlive its transaction.
  const isKept = find !== undefined && !(yield* (yield* Transaction).isOpen)
  const one = yield* isKept ? known.read(key, { now, since }, read) : readOnce
  return one === null ? null : found(one)
})
