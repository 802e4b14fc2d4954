import { describe, expect, it } from "@effect/vitest"
import { createOrganization, prune, UserId } from "@tollgate/core"
import { Effect, Runtime, TestClock, TestContext } from "effect"
import { openRuntime } from "../src/openRuntime.js"

const pruned = (options: { readonly auditRetentionDays?: number }) =>
  Effect.gen(function* () {
    const { dispose, runtime } = yield* Effect.promise(() => openRuntime({ memory: true, ...options }))
    const program = Effect.gen(function* () {
      yield* createOrganization({ name: "Acme", owner_user_id: UserId.make("ada") })
      yield* TestClock.adjust("2 days")
      const at = yield* prune
      yield* TestClock.adjust("1 millis")
      return [at, yield* prune]
    }).pipe(Effect.provide(TestContext.TestContext))
    return yield* Effect.promise(() => Runtime.runPromise(runtime)(program).finally(dispose))
  })

const nothing = { ledger: 0, answers: 0, audit: 0 }

describe("The audit log of an opened store", () => {
  it.effect("loses the entries that are older than its days, and none without them", () =>
    Effect.gen(function* () {
      expect(yield* pruned({ auditRetentionDays: 2 })).toEqual([nothing, { ...nothing, audit: 1 }])
      expect(yield* pruned({ auditRetentionDays: 3 })).toEqual([nothing, nothing])
      expect(yield* pruned({})).toEqual([nothing, nothing])
    })
  )
})
