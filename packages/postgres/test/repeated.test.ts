import { describe, expect, it } from "@effect/vitest"
import {
  answerOnce,
  createKey,
  deleteKey,
  IdempotencyKey,
  IdempotencyKeyReused,
  ManagementCaller
} from "@tollgate/core"
import { IdempotencyStore, Transaction } from "@tollgate/core/storage"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inEmptyDatabases } from "./support/stores.js"

const named = (key: string, body = "") => ({
  sender: ManagementCaller,
  key: IdempotencyKey.make(key),
  operation: "change",
  path: [],
  body,
  write: (answer: unknown) => JSON.stringify(answer)
})

const creation = Effect.map(createKey(aKey()), ({ data }) => data.hash)

const all = { concurrency: "unbounded" } as const

describe("A change with an idempotency key, whose claim PostgreSQL gets together with its first statement", () => {
  it.scopedLive(
    "is done once, and given again to those whose first statement has run behind a claim that was lost",
    () =>
      Effect.gen(function* () {
        const { asManager, ordinaryHash } = yield* TestAccount.make()
        const twins = <A, E, R>(key: string, program: Effect.Effect<A, E, R>) =>
          Effect.map(
            Effect.all(
              Array.from({ length: 20 }, () => answerOnce(named(key), program)),
              all
            ),
            (answers) => ({
              done: answers.filter(({ isReplayed }) => !isReplayed).length,
              texts: new Set(answers.map(({ text }) => text)).size
            })
          )
        const once = { done: 1, texts: 1 }
        // Behind a lost claim, the key is not there any more.
        expect(yield* Effect.provide(twins("deletion", deleteKey(ordinaryHash)), asManager)).toEqual(once)
        expect(yield* Effect.provide(twins("creation", creation), asManager)).toEqual(once)
        // No statement waits behind the claim.
        let answers = 0
        const nothing = Effect.sync(() => ++answers)
        expect(yield* Effect.provide(twins("nothing", nothing), asManager)).toEqual(once)
      }).pipe(Effect.provide(inEmptyDatabases()))
  )

  it.scopedLive(
    "is given again although it would be refused now, before any statement, and within another transaction",
    () =>
      Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const { run } = yield* Transaction
        yield* Effect.gen(function* () {
          const first = yield* answerOnce(named("a"), creation)
          const again = { text: first.text, isReplayed: true }
          const refused = answerOnce(named("a"), Effect.fail("refused"))
          // Another process has kept it.
          const elsewhere = { ...(yield* IdempotencyStore), wasKept: () => false }
          expect(yield* Effect.provideService(refused, IdempotencyStore, elsewhere)).toEqual(again)
          expect(yield* refused).toEqual(again)
          const other = createKey(aKey({ name: "Beside" }))
          const within = run(
            Effect.zip(
              Effect.map(other, ({ data }) => data.name),
              refused
            )
          )
          expect(yield* within).toEqual(["Beside", again])
          expect(yield* Effect.flip(answerOnce(named("a", "other"), creation))).toEqual(new IdempotencyKeyReused())
          expect(yield* Effect.flip(answerOnce(named("b"), Effect.fail("refused")))).toBe("refused")
          expect((yield* answerOnce(named("b"), Effect.succeed(1))).isReplayed).toBe(false)
        }).pipe(Effect.provide(asManager))
      }).pipe(Effect.provide(inEmptyDatabases()))
  )
})
