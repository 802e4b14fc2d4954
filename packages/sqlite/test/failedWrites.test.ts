import { describe, expect, it } from "@effect/vitest"
import { authorize, createKey, GatewayCaller, NewHold } from "@tollgate/core"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Exit, Layer, Redacted, Schema } from "effect"
import { connect, emptyFile, inFile } from "./support/files.js"

const ask = (key: Redacted.Redacted, amount: number) =>
  Effect.provideService(
    authorize(Schema.decodeSync(NewHold)({ key: Redacted.value(key), amount, models: ["acme/writer"] })),
    GatewayCaller,
    { organizationId: null }
  )

/** An account in a file that refuses new holds of a condition in SQL, from `refuse` to `admit`. */
const opened = Effect.gen(function* () {
  const file = yield* emptyFile
  const stores = yield* Layer.build(inFile(file))
  const { asManager } = yield* Effect.provide(TestAccount.make(), stores)
  const other = yield* connect(file)
  const refuse = (condition: string) =>
    other.exec(
      `CREATE TRIGGER refuses BEFORE INSERT ON spending_holds WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'no'); END`
    )
  const create = (limit: number | null) => createKey(aKey({ limit })).pipe(Effect.provide(asManager))
  const admit = () => other.exec("DROP TRIGGER refuses")
  return { admit, create, refuse, stores }
})

describe("A first admission on SQLite whose write fails", () => {
  it.scopedLive("leaves its key with the limit that it has", () =>
    Effect.gen(function* () {
      const { admit, create, refuse, stores } = yield* opened
      yield* Effect.gen(function* () {
        const { key } = yield* create(1)
        refuse("TRUE")
        expect(yield* Effect.flip(ask(key, 0.5))).toMatchObject({ _tag: "StorageFailure" })
        admit()
        expect(yield* Effect.flip(ask(key, 5))).toMatchObject({ _tag: "BudgetExceeded" })
        expect((yield* ask(key, 1)).budgets).toMatchObject([{ limit: 1_000_000_000n, held: 1_000_000_000n }])
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("leaves the key of an admission that was stored with it its limit, too", () =>
    Effect.gen(function* () {
      const { create, refuse, stores } = yield* opened
      yield* Effect.gen(function* () {
        const [limited, other] = [yield* create(1), yield* create(null)]
        refuse("NEW.asked = 7000000000")
        const exits = yield* Effect.all([ask(limited.key, 0.5), ask(other.key, 7)].map(Effect.exit), {
          concurrency: "unbounded"
        })
        expect(exits.map(Exit.isSuccess)).toEqual([true, false])
        expect(yield* Effect.flip(ask(limited.key, 0.75))).toMatchObject({ _tag: "BudgetExceeded" })
        expect((yield* ask(limited.key, 0.5)).budgets).toMatchObject([{ limit: 1_000_000_000n, held: 1_000_000_000n }])
      }).pipe(Effect.provide(stores))
    })
  )
})
