import { describe, expect } from "@effect/vitest"
import {
  AuditRetention,
  answerOnce,
  createKey,
  IdempotencyKey,
  ManagementCaller,
  prune,
  pruneAnswers
} from "@tollgate/core"
import { aKey } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemoryOnce, openAccount } from "../support/account.js"

const keep = (name: string) =>
  answerOnce(
    {
      sender: ManagementCaller,
      key: IdempotencyKey.make(name),
      operation: "any",
      path: [],
      body: "",
      write: JSON.stringify
    },
    Effect.succeed(1)
  )

describe("pruneAnswers", () => {
  inMemoryOnce("deletes every answer that was kept more than 24 hours ago, and no other", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      // More than two chunks of 250.
      for (let n = 0; n < 501; n++) yield* asManager(keep(`old-${n}`))
      yield* TestClock.adjust("1 millis")
      yield* asManager(keep("young"))
      yield* TestClock.adjust("24 hours")
      expect(yield* pruneAnswers).toEqual({ deleted: 501 })
      expect(yield* pruneAnswers).toEqual({ deleted: 0 })
      expect((yield* asManager(keep("young"))).isReplayed).toBe(true)
    })
  )
})

describe("prune", () => {
  inMemoryOnce("deletes old answers and, with a retention, old entries of the audit log", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* asManager(keep("old"))
      yield* asManager(createKey(aKey()))
      yield* TestClock.adjust("25 hours")
      yield* asManager(createKey(aKey()))
      expect(yield* prune).toEqual({ ledger: 0, answers: 1, audit: 0 })
      const audited = yield* Effect.provideService(prune, AuditRetention, "1 day")
      expect(audited).toEqual({ ledger: 0, answers: 0, audit: expect.any(Number) })
      expect(audited.audit).toBeGreaterThan(1)
      expect(yield* Effect.provideService(prune, AuditRetention, "1 day")).toEqual({ ledger: 0, answers: 0, audit: 0 })
    })
  )
})
