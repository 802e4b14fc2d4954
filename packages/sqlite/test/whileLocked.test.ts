import { describe, expect, it } from "@effect/vitest"
import { Clock, Duration, Effect, Either } from "effect"
import { whileLocked } from "../src/connection/whileLocked.js"

const noon = Date.parse("2026-05-31T12:00:00Z")

/** Runs an act that fails with a code for so long, by a clock on which only sleeping takes time, and how often it was tried. */
const tried = (code: string, millis: number) => {
  let [now, tries] = [noon, 0]
  const nanos = () => BigInt(now) * 1_000_000n
  const clock: Clock.Clock = {
    ...Clock.make(),
    unsafeCurrentTimeNanos: nanos,
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => Effect.asVoid(Effect.sync(() => (now += Duration.toMillis(duration))))
  }
  const act = () => {
    tries++
    if (now < noon + millis) throw Object.assign(new Error("locked"), { code })
    return "done"
  }
  const outcome = Effect.either(Effect.withClock(whileLocked(act), clock))
  return Effect.map(outcome, (outcome) => [Either.getOrElse(outcome, String), tries])
}

describe("An act that finds the database locked", () => {
  it.effect("is tried again for five seconds, and for two minutes while a log is recovered", () =>
    Effect.gen(function* () {
      expect(yield* tried("SQLITE_BUSY", 5_000)).toEqual(["done", 251])
      expect(yield* tried("SQLITE_BUSY", 5_001)).toEqual(["Error: locked", 251])
      expect(yield* tried("SQLITE_BUSY_RECOVERY", 120_000)).toEqual(["done", 241])
      expect(yield* tried("SQLITE_BUSY_RECOVERY", 120_001)).toEqual(["Error: locked", 241])
    })
  )

  it.effect("is not tried again for another reason", () =>
    Effect.gen(function* () {
      expect(yield* tried("SQLITE_CORRUPT", 1)).toEqual(["Error: locked", 1])
    })
  )
})
