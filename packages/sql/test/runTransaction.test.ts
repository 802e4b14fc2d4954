import { SqlError } from "@effect/sql/SqlError"
import { describe, expect, it, vi } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"
import { Effect } from "effect"
import { runTransaction } from "../src/transaction/runTransaction.js"
import { transactionTimeout } from "../src/transaction/transactionTimeout.js"

/** Fakes timers for a synchronous function alone: a task that Effect schedules meanwhile would never run, nor any after it. */
const withFakeTimers = (f: () => void) => {
  vi.useFakeTimers()
  try {
    f()
  } finally {
    vi.useRealTimers()
  }
}

describe("A transaction", () => {
  it.effect("that gets no connection is a storage failure, and its body does not run", () =>
    Effect.gen(function* () {
      const cause = new SqlError({ cause: new Error("too many clients"), message: "no connection" })
      const run = runTransaction(Effect.fail(cause), { begin: "BEGIN", isReading: false, locksRows: false })
      const failure = yield* Effect.flip(run(() => Effect.dieMessage("The body runs.")))
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(failure.cause).toBe(cause)
    })
  )

  it("expires once it has been open for five seconds, and not before", () =>
    withFakeTimers(() => {
      let now = 1_000_000
      const expired: Array<unknown> = []
      const pass = (milliseconds: number) => {
        now += milliseconds
        vi.advanceTimersByTime(100)
      }
      const watch = () =>
        transactionTimeout(
          () => now,
          ({ cause }) => expired.push(cause)
        )
      watch()
      pass(4_999)
      expect(expired).toEqual([])
      pass(1)
      expect(expired).toEqual([new Error("The transaction was open for more than 5 seconds and was rolled back.")])
      const stop = watch()
      stop()
      pass(5_000)
      expect(expired.length).toBe(1)
    }))
})
