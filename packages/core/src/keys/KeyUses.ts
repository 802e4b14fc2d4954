import * as Clock from "effect/Clock"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"
import type { StorageFailure } from "../ports/StorageFailure.js"
import { sleepAside } from "../runtime/sleepAside.js"
import type { KeyHash } from "../values/KeyHash.js"

/** The latest use of a key, in milliseconds since 1970. */
export interface KeyUse {
  readonly hash: KeyHash
  readonly at: number
}

/**
 * Stores uses, unless a later one is stored. A stored time that is later than `now` is replaced: it is of a clock that was wrong. Returns the
 * uses that it has left alone because others are changing their keys. It waits for a single one.
 */
type StoreUses = (uses: ReadonlyArray<KeyUse>, now: number) => Effect.Effect<ReadonlyArray<KeyUse>, StorageFailure>

const BETWEEN = Duration.minutes(1)

/** A storage that does not answer holds up closing no longer than this. */
const CLOSING = "5 seconds"

/**
 * Keeps the latest use of each key in memory. Stores what is not stored yet a minute after the first of it, and when the scope
 * ends. What could not be stored is tried again a minute later. A process that ends without closing its scope loses that minute's
 * uses: waiting for them would keep a program from ending for as long.
 */
export const makeKeyUses = Effect.fnUntraced(function* (store: StoreUses) {
  const scope = yield* Effect.scope
  // Not the fiber of a request: what it has open, such as a transaction, ends before a minute is over.
  const fork = Runtime.runFork(yield* Effect.runtime())
  const latest = new Map<KeyHash, number>()
  let isArmed = false

  const keep = ({ at, hash }: KeyUse) => {
    if ((latest.get(hash) ?? Number.NEGATIVE_INFINITY) < at) latest.set(hash, at)
  }
  const keepAll = (uses: ReadonlyArray<KeyUse>) => Effect.sync(() => uses.forEach(keep))
  /** What is kept. If the clock was set back meanwhile, no use is later than now. */
  const take = Effect.map(Clock.currentTimeMillis, (now) => {
    const uses = Array.from(latest, ([hash, at]): KeyUse => ({ hash, at: Math.min(at, now) }))
    latest.clear()
    return { now, uses }
  })

  const flush = Effect.flatMap(take, ({ now, uses }) =>
    uses.length === 0
      ? Effect.void
      : store(uses, now).pipe(
          Effect.flatMap(keepAll),
          Effect.tapError(() => keepAll(uses))
        )
  )
  const flushLast = Effect.zipRight(
    flush,
    Effect.flatMap(take, ({ now, uses }) => Effect.forEach(uses, (use) => store([use], now), { discard: true }))
  )
  const warn = Effect.logWarning("the last uses of API keys could not be stored")
  // A finalizer cannot be interrupted, and neither can what it waits for, so a limit of time holds in a fiber of its own.
  yield* Effect.addFinalizer(() =>
    flushLast.pipe(
      Effect.disconnect,
      Effect.timeout(CLOSING),
      Effect.catchAll(() => warn),
      Effect.interruptible,
      Effect.forkDaemon,
      Effect.flatMap(Fiber.await)
    )
  )

  const arm = (): void => {
    isArmed = true
    const disarm = Effect.sync(() => {
      isArmed = false
      if (latest.size > 0) arm()
    })
    const stored = Effect.catchAll(flush, () => warn)
    // Once begun, closing waits for it.
    fork(Effect.zipRight(sleepAside(BETWEEN), Effect.uninterruptible(Effect.zipRight(stored, disarm))), { scope })
  }

  /** Notes that a key is used. Takes no look at the storage. */
  return (hash: KeyHash, at: DateTime.Utc): Effect.Effect<void> =>
    Effect.sync(() => {
      keep({ hash, at: at.epochMillis })
      if (!isArmed) arm()
    })
})
