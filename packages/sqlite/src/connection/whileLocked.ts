import { isTransient } from "@tollgate/sql/driver"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"

const LOCK_TIMEOUT_NANOS = 5_000_000_000n
// Reading a log of gigabytes takes a minute.
const RECOVERY_TIMEOUT_NANOS = 120_000_000_000n

const isRecovering = (error: unknown): boolean =>
  Predicate.hasProperty(error, "code") && error.code === "SQLITE_BUSY_RECOVERY"

/**
 * Retries for five seconds while another process has a lock, and for two minutes while another process recovers a
 * long log after a crash.
 */
export const whileLocked = Effect.fnUntraced(function* <A>(act: () => A) {
  const attempt = Effect.either(Effect.try({ try: act, catch: (cause) => cause }))
  const since = yield* Clock.currentTimeNanos
  while (true) {
    const tried = yield* attempt
    if (Either.isRight(tried)) return tried.right
    const timeout = isRecovering(tried.left) ? RECOVERY_TIMEOUT_NANOS : LOCK_TIMEOUT_NANOS
    if (!isTransient(tried.left) || (yield* Clock.currentTimeNanos) - since >= timeout) {
      return yield* Effect.fail(tried.left)
    }
    yield* Effect.sleep(isRecovering(tried.left) ? "500 millis" : "20 millis")
  }
})
