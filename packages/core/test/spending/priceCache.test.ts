import { describe, expect, it } from "@effect/vitest"
import {
  assignMembers,
  createGuardrail,
  InvalidInput,
  Memory,
  PriceUnknown,
  ProviderSlug,
  replacePrices,
  Usage
} from "@tollgate/core"
import { PriceBook, SpendingStore, Transaction } from "@tollgate/core/storage"
import { aGuardrail, aPriceBook, aRateCard, members, travelTo } from "@tollgate/testing"
import { DateTime, Effect, TestClock } from "effect"
import { PriceCache } from "../../src/spending/admission/PriceCache.js"
import { inMemory, read } from "../support/account.js"
import { usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"
import { watchedPrices } from "./support/watchedPrices.js"

/** Input tokens: $1 at `writer`. */
const usage = { input: 1_000_000 }
const used = (input: number) => ({ usage: read(Usage)({ input }) })
const writer = (input = 1, card: Parameters<typeof aRateCard>[0] = {}) =>
  aRateCard({ provider: "openai", model: "writer", rates: { input, output: 2 }, ...card })
const thinker = aRateCard({ provider: "openai", model: "thinker", rates: { input: 3, output: 6 } })
const replaced = (...cards: ReadonlyArray<ReturnType<typeof writer>>) => replacePrices(aPriceBook(...cards))

const opened = Effect.gen(function* () {
  yield* travelTo("2026-05-31T23:50:00Z")
  yield* replaced(writer())
  const account = yield* openSpender
  const { book, reads, watch } = yield* watchedPrices
  const byUsage = (input: object = {}) =>
    watch(
      account.hold(account.ordinaryKey, { provider: "openai", models: ["writer"], ...input, amount: undefined, usage })
    )
  const amountOf = (input: object = {}) => Effect.map(byUsage(input), ({ data }) => data.amount)
  return { ...account, amountOf, book, byUsage, reads, watch }
})

const unknown = new PriceUnknown({ provider: "openai", model: "thinker", providers: [] })

describe("The prices of a request", () => {
  inMemory("are read once for requests by usage, with a provider and without one", () =>
    Effect.gen(function* () {
      const { amountOf, reads } = yield* opened
      for (const provider of ["openai", undefined]) {
        expect(yield* amountOf({ provider })).toBe(usd(1))
        expect(reads()).toBeGreaterThan(0)
        expect([yield* amountOf({ provider }), yield* amountOf({ provider })]).toEqual([usd(1), usd(1)])
        expect(reads()).toBe(0)
      }
    })
  )

  inMemory("are read once for requests under a guardrail that restricts models", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, reads, watch } = yield* opened
      const guardrail = yield* asManager(createGuardrail(aGuardrail({ allowed_models: ["writer"] })))
      yield* asManager(assignMembers(guardrail.id, members("Acme-owner")))
      yield* watch(hold(ordinaryKey, { models: ["writer"] }))
      expect(reads()).toBe(2)
      yield* watch(hold(ordinaryKey, { models: ["writer"] }))
      expect(reads()).toBe(0)
      const refused = yield* Effect.flip(watch(hold(ordinaryKey, { models: ["thinker"] })))
      expect(refused).toMatchObject({ _tag: "PolicyRefused" })
    })
  )

  inMemory("are those of its opening when it is settled, whatever another request has read since", () =>
    Effect.gen(function* () {
      const { byUsage, settle, watch } = yield* opened
      const at = (provider: string, input: number) => writer(input, { provider })
      yield* replaced(at("openai", 1), at("backup", 1))
      yield* TestClock.adjust("1 second")
      const { data } = yield* byUsage()
      yield* TestClock.adjust("1 second")
      yield* replaced(at("openai", 10), at("backup", 10))
      yield* TestClock.adjust("1 second")
      expect((yield* byUsage({ provider: "backup" })).data.amount).toBe(usd(10))
      const settled = yield* watch(settle(data.id, { ...used(1_000_000), provider: ProviderSlug.make("backup") }))
      expect(settled.cost).toBe(usd(1))
    })
  )

  inMemory("are not read for a request that asks for none", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, reads, watch } = yield* opened
      yield* watch(hold(ordinaryKey))
      expect(reads()).toBe(0)
    })
  )

  inMemory("are read again after a replacement, a minute, and the end of a card", () =>
    Effect.gen(function* () {
      const { amountOf, reads } = yield* opened
      yield* amountOf()
      yield* replaced(writer(2, { effective_until: "2026-06-01T00:00:00Z" }))
      expect(yield* amountOf()).toBe(usd(2))
      reads()
      yield* TestClock.adjust("59 seconds")
      expect([yield* amountOf(), reads()]).toEqual([usd(2), 0])
      yield* TestClock.adjust("1 second")
      expect([yield* amountOf(), reads()]).toEqual([usd(2), 2])
      yield* travelTo("2026-05-31T23:59:59.999Z")
      yield* amountOf()
      yield* TestClock.adjust("1 millis")
      const ended = new PriceUnknown({ provider: "openai", model: "writer", providers: [] })
      expect(yield* Effect.flip(amountOf())).toEqual(ended)
    })
  )

  inMemory("refuse nothing because an earlier request found none", () =>
    Effect.gen(function* () {
      const { amountOf, reads } = yield* opened
      yield* amountOf()
      expect(yield* Effect.flip(amountOf({ models: ["thinker"] }))).toEqual(unknown)
      reads()
      expect(yield* Effect.flip(amountOf({ models: ["thinker"] }))).toEqual(unknown)
      expect(reads()).toBeGreaterThan(0)
      yield* replaced(writer(), thinker)
      expect(yield* amountOf({ models: ["thinker"] })).toBe(usd(3))
      expect(yield* amountOf({ models: ["thinker"] })).toBe(usd(3))
      reads()
      expect([yield* amountOf({ models: ["thinker"] }), reads()]).toEqual([usd(3), 0])
    })
  )

  it.effect("are not what a transaction replaced that was rolled back", () =>
    Effect.gen(function* () {
      const { amountOf } = yield* opened
      const { run } = yield* Transaction
      yield* amountOf()
      const inside = Effect.zipRight(replaced(writer(5)), Effect.all([amountOf(), amountOf()]))
      const rolledBack = Effect.flatMap(inside, Effect.fail)
      expect(yield* Effect.flip(run(rolledBack))).toEqual([usd(5), usd(5)])
      expect(yield* amountOf()).toBe(usd(1))
      // A replacement like that.
      yield* replaced(writer(7))
      expect(yield* amountOf()).toBe(usd(7))
    }).pipe(Effect.provide(Memory.layer))
  )

  inMemory("are read for each request where the storage tells no version, or does not compare it", () =>
    Effect.gen(function* () {
      const { book, hold, ordinaryKey, reads, watch } = yield* opened
      const { period: _, ...untold } = book
      const byUsage = { provider: "openai", models: ["writer"], amount: undefined, usage }
      const asked = Effect.provideService(hold(ordinaryKey, byUsage), PriceBook, untold)
      yield* asked
      yield* asked
      expect(reads()).toBe(2)
      const { findSpender: __, ...store } = yield* SpendingStore
      const byOwnStorage = Effect.provideService(watch(hold(ordinaryKey, byUsage)), SpendingStore, store)
      yield* byOwnStorage
      yield* byOwnStorage
      expect(reads()).toBe(2)
    })
  )
})

describe("The price of a settlement", () => {
  inMemory("is by the card that admitted its hold, without reading it again, also after a replacement", () =>
    Effect.gen(function* () {
      const { byUsage, reads, settle, watch } = yield* opened
      yield* byUsage()
      const [one, other] = [yield* byUsage(), yield* byUsage({ provider: undefined })]
      reads()
      expect(yield* watch(settle(one.data.id, used(2_000_000)))).toMatchObject({
        cost: usd(2),
        basis: "table",
        provider: "openai"
      })
      yield* TestClock.adjust("1 second")
      yield* replaced(writer(9))
      expect((yield* watch(settle(other.data.id, used(2_000_000)))).cost).toBe(usd(2))
      expect(reads()).toBe(0)
    })
  )

  inMemory("is read for a hold by amount, for another model, and where the kept ones have none", () =>
    Effect.gen(function* () {
      const { byUsage, hold, ordinaryKey, reads, settle, watch } = yield* opened
      yield* byUsage()
      yield* TestClock.adjust("1 second")
      yield* replaced(writer(2), thinker)
      // It has asked for no price, so nothing has told that the kept ones are out of date.
      const byAmount = yield* watch(hold(ordinaryKey, { provider: "openai", models: ["writer"] }))
      reads()
      expect((yield* watch(settle(byAmount.data.id, used(1_000_000)))).cost).toBe(usd(2))
      expect(reads()).toBeGreaterThan(0)
      yield* byUsage()
      const { data } = yield* byUsage()
      expect((yield* watch(settle(data.id, { ...used(1_000_000), model: "thinker" }))).cost).toBe(usd(3))
      const two = yield* byUsage({ models: ["writer", "thinker"] })
      expect(yield* Effect.flip(watch(settle(two.data.id, used(1_000_000))))).toBeInstanceOf(InvalidInput)
    })
  )
})

describe("What is kept of a price book", () => {
  inMemory("is at most 10,000 answers of each kind", () =>
    Effect.gen(function* () {
      const { book } = yield* opened
      const now = (yield* DateTime.now).epochMillis
      const { answers } = PriceCache.of(book).keep({ version: 1, from: now, until: now + 1 }, now)
      const at = DateTime.unsafeMake(now)
      const read = (model: number) => answers.read({ _tag: "find", provider: "openai", model: `m${model}` }, at)
      for (let model = 0; model <= 10_000; model++) yield* Effect.provideService(read(model), PriceBook, book)
      expect([1, 10_000].map((model) => answers.find("openai", `m${model}`))).toEqual([null, null])
      expect(() => answers.find("openai", "m0")).toThrow("A price was not read.")
    })
  )
})
