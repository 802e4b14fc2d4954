import { describe, expect } from "@effect/vitest"
import { Entropy } from "@tollgate/core"
import { Transaction } from "@tollgate/core/storage"
import { Cause, Clock, Effect, Exit } from "effect"
import { inMemory } from "../support/account.js"

describe("the transactions that programs are tested with", () => {
  inMemory("do everything twice, also what is a part of another, and keep what was done the second time", () =>
    Effect.gen(function* () {
      const { attempt, run } = yield* Transaction
      const done: Array<string> = []
      const act = (name: string) => Effect.sync(() => done.push(name))
      yield* run(Effect.all([act("whole"), run(act("part")), attempt(act("attempt"))]))
      const once = ["whole", "part", "attempt"]
      expect(done).toEqual([...once, ...once])
    })
  )

  inMemory("take drawing chance, reading the clock and logging for defects", () =>
    Effect.gen(function* () {
      const { run } = yield* Transaction
      for (const [what, effect] of [
        ["chance is drawn", Entropy.uuid],
        ["chance is drawn", Entropy.bytes(1)],
        ["the clock is read", Clock.currentTimeMillis],
        ["the clock is read", Effect.logInfo("done")],
        ["somebody sleeps", Effect.sleep(1)]
      ] as const) {
        const exit = yield* Effect.exit(run(Effect.asVoid(effect)))
        expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toEqual(new Error(`${what} within a transaction`))
      }
    })
  )
})
