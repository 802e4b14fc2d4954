import { describe, expect } from "@effect/vitest"
import {
  assignMembers,
  BudgetExceeded,
  createGuardrail,
  estimateCost,
  InvalidInput,
  PriceUnknown,
  replacePrices,
  Usage,
  updateKey
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aGuardrail, aKeyPatch, aPriceBook, aRateCard, members, travel } from "@tollgate/testing"
import { Effect, Layer } from "effect"
import { inMemory, read } from "../support/account.js"
import { usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

/** USD per million tokens of input; output costs twice as much. */
const card = (provider: string, model: string, input: number) =>
  aRateCard({ provider, model, rates: { input, output: 2 * input } })
const book = aPriceBook(card("openai", "writer", 1), card("openai", "thinker", 3), card("azure", "thinker", 5))

const millions = (count: number) => read(Usage)({ input: count * 1_000_000 })

/** An account, and a hold of $1 whose amount is read afterwards. */
const opened = Effect.gen(function* () {
  yield* replacePrices(book)
  const account = yield* openSpender
  const open = (input: object = {}) =>
    Effect.map(account.hold(account.ordinaryKey, { models: ["writer"], ...input }), ({ data }) => data.id)
  return { ...account, open }
})

/** Another process with the same storage: it has cached nothing. */
const elsewhere = Layer.effect(
  SpendingStore,
  Effect.map(SpendingStore, (store) => SpendingStore.of({ ...store }))
)

describe("An extension by usage", () => {
  inMemory(
    "holds the price of the usage, also in a process that has not opened the hold, and changes nothing if it is lower",
    () =>
      Effect.gen(function* () {
        const { extend, open } = yield* opened
        const id = yield* open()
        expect((yield* extend(id, { usage: millions(2) })).amount).toBe(usd(2))
        expect((yield* extend(id, { usage: millions(1) })).amount).toBe(usd(2))
        expect((yield* Effect.provide(extend(id, { usage: millions(3) }), elsewhere)).amount).toBe(usd(3))
        const byUsage = yield* open({ amount: undefined, usage: { input: 1_000_000 } })
        expect((yield* extend(byUsage, { usage: millions(2) })).amount).toBe(usd(2))
      })
  )

  inMemory("is priced as of the opening, like the settlement", () =>
    Effect.gen(function* () {
      const { extend, open, settle } = yield* opened
      const id = yield* open()
      yield* travel("1 minute")
      yield* replacePrices(aPriceBook(card("openai", "writer", 10)))
      expect((yield* extend(id, { usage: millions(2) })).amount).toBe(usd(2))
      expect((yield* settle(id, { usage: millions(2) })).cost).toBe(usd(2))
    })
  )

  inMemory(
    "is priced at the hold's provider, by the dearest of its models, and by the only card that the policy allows",
    () =>
      Effect.gen(function* () {
        const { asManager, extend, open } = yield* opened
        const extended = (input: object) => Effect.flatMap(open(input), (id) => extend(id, { usage: millions(2) }))
        expect((yield* extended({ provider: "azure", models: ["thinker"] })).amount).toBe(usd(10))
        expect((yield* extended({ provider: "openai", models: ["writer", "thinker"] })).amount).toBe(usd(6))
        expect(yield* Effect.flip(extended({ models: ["thinker"] }))).toEqual(
          new PriceUnknown({ provider: null, model: "thinker", providers: ["azure", "openai"] })
        )
        const { id } = yield* asManager(createGuardrail(aGuardrail({ name: "EU", allowed_providers: ["azure"] })))
        yield* asManager(assignMembers(id, members("Acme-owner")))
        expect((yield* extended({ models: ["thinker"] })).amount).toBe(usd(10))
      })
  )

  inMemory("is refused without a price, beside an amount, and by a budget, and the hold stays as it is", () =>
    Effect.gen(function* () {
      const { asManager, extend, open, ordinaryHash, settle } = yield* opened
      const id = yield* open({ models: ["new"] })
      expect(yield* Effect.flip(extend(id, { usage: millions(1) }))).toEqual(
        new PriceUnknown({ provider: null, model: "new", providers: [] })
      )
      expect(yield* Effect.flip(extend(id, { amount: usd(2), usage: millions(2) }))).toEqual(
        new InvalidInput({ issues: [{ path: ["amount"], expected: "an amount in USD or a usage, and not both" }] })
      )
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 3 })))
      const priced = yield* open()
      expect(yield* Effect.flip(extend(priced, { usage: millions(4) }))).toBeInstanceOf(BudgetExceeded)
      for (const hold of [id, priced]) {
        expect(yield* settle(hold, { cost: usd(0.5) })).toMatchObject({ amount: usd(1), state: "settled" })
      }
    })
  )
})

describe("The cost of a usage", () => {
  inMemory("is that of the model at present, at a provider or at the only one that has a price", () =>
    Effect.gen(function* () {
      yield* replacePrices(book)
      expect(yield* estimateCost("writer", millions(2))).toBe(usd(2))
      expect(yield* estimateCost("thinker", millions(2), "azure")).toBe(usd(10))
      expect(yield* estimateCost("writer", read(Usage)({ input: 1, output: 1 }))).toBe(usd(0.000_003))
      yield* travel("1 minute")
      yield* replacePrices(aPriceBook(card("openai", "writer", 10)))
      expect(yield* estimateCost("writer", millions(2))).toBe(usd(20))
    })
  )

  inMemory("is refused without a price, with the providers if several have one", () =>
    Effect.gen(function* () {
      yield* replacePrices(book)
      expect(yield* Effect.flip(estimateCost("new", millions(1), "openai"))).toEqual(
        new PriceUnknown({ provider: "openai", model: "new", providers: [] })
      )
      expect(yield* Effect.flip(estimateCost("thinker", millions(1)))).toEqual(
        new PriceUnknown({ provider: null, model: "thinker", providers: ["azure", "openai"] })
      )
    })
  )
})
