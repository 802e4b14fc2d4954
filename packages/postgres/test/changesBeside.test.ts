import { describe, expect, it } from "@effect/vitest"
import { authorize, createGuardrail, createKey, GatewayCaller, NewHold, updateGuardrail } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aGuardrail, aGuardrailPatch, aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Either, Fiber, Layer, Redacted, Schema } from "effect"
import { runs } from "../../../test/runs.js"
import { emptyDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const CALLERS = runs(16, 64)

const openTwice = Effect.gen(function* () {
  const url = yield* emptyDatabase
  const open = Effect.map(Layer.build(inDatabase(url)), Layer.succeedContext)
  return [yield* open, yield* open] as const
})

describe("Changes of the policy of a workspace, one after another, by another opening of a PostgreSQL database", () => {
  it.scopedLive(
    `starve none of ${CALLERS} callers, whose requests are judged under locks in the end`,
    () =>
      Effect.gen(function* () {
        const [ours, theirs] = yield* openTwice
        const { asManager, guardrail, key } = yield* Effect.gen(function* () {
          const { asManager } = yield* TestAccount.make()
          const create = Effect.all({ key: createKey(aKey()), guardrail: createGuardrail(aGuardrail()) })
          const { guardrail, key } = yield* Effect.provide(create, asManager)
          return { asManager, guardrail, key: key.key }
        }).pipe(Effect.provide(ours))
        let changes = 0
        const change = Effect.suspend(() => {
          changes += 1
          return updateGuardrail(guardrail.id, aGuardrailPatch({ allowed_models: [`acme/model-${changes}`] }))
        })
        const changing = yield* change.pipe(
          Effect.forever,
          Effect.provide(asManager),
          Effect.provide(theirs),
          Effect.fork
        )
        const input = Schema.decodeSync(NewHold)({ key: Redacted.value(key), amount: 1, models: ["acme/writer"] })
        let locked = 0
        const all = yield* Effect.gen(function* () {
          const store = yield* SpendingStore
          const lock: typeof store.lock = (refs, effect) => {
            locked += 1
            return store.lock(refs, effect)
          }
          const counting = Effect.provideService(SpendingStore, { ...store, lock })
          const one = Effect.either(counting(authorize(input)))
          const round = Effect.forEach(Array.from({ length: CALLERS }), () => one, { concurrency: "unbounded" })
          const answers = []
          // Until changes were quick enough that some request was judged under locks, in most cases at once.
          for (let rounds = 0; rounds < 20 && locked === 0; rounds++) answers.push(...(yield* round))
          return answers
        }).pipe(Effect.provideService(GatewayCaller, { organizationId: null }), Effect.provide(ours))
        yield* Fiber.interrupt(changing)
        expect(all.filter(Either.isLeft)).toEqual([])
        expect(changes).toBeGreaterThan(1)
        expect(locked).toBeGreaterThan(0)
      }),
    60_000
  )
})
