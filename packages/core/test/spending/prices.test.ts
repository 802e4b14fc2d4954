import { describe, expect } from "@effect/vitest"
import {
  assignMembers,
  BudgetExceeded,
  createGuardrail,
  HoldConflict,
  InvalidInput,
  PriceUnknown,
  replacePrices,
  Usage,
  updateKey
} from "@tollgate/core"
import { PriceBook } from "@tollgate/core/storage"
import { aGuardrail, aKeyPatch, aPriceBook, aRateCard, members, travel, travelTo } from "@tollgate/testing"
import { DateTime, Effect, Option } from "effect"
import { inMemory, read } from "../support/account.js"
import { idOf, usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

/** One million tokens of input: $1 at `writer`, $3 at `thinker`. */
const million = { input: 1_000_000 }
const usage = read(Usage)(million)
const writer = (input = 1) =>
  aRateCard({
    provider: "openai",
    model: "writer",
    aliases: ["writer-latest"],
    rates: { input, output: 2 * input }
  })
const thinker = aRateCard({ provider: "openai", model: "thinker", rates: { input: 3, output: 6 } })

const at = { provider: "openai", models: ["writer"] } as const

const opened = Effect.gen(function* () {
  yield* travelTo("2026-05-31T23:50:00Z")
  yield* replacePrices(aPriceBook(writer(), thinker))
  const account = yield* openSpender
  const byUsage = (input: object = {}) =>
    account.hold(account.ordinaryKey, { ...at, ...input, amount: undefined, usage: million })
  return { ...account, byUsage }
})

const issue = (path: string, expected: string) => new InvalidInput({ issues: [{ path: [path], expected }] })

describe("A hold by usage", () => {
  inMemory("sets aside the price of its usage, of the dearest of its models", () =>
    Effect.gen(function* () {
      const { asManager, byUsage, ordinaryHash } = yield* opened
      expect((yield* byUsage()).data).toMatchObject({ amount: usd(1), models: ["writer"] })
      expect((yield* byUsage({ models: ["writer", "thinker"] })).data).toMatchObject({ amount: usd(3) })
      for (const model of ["writer-latest", "writer-2026-05-01", "writer-20260501"]) {
        expect((yield* byUsage({ models: [model] })).data.amount).toBe(usd(1))
      }
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 7.5 })))
      expect(yield* Effect.flip(byUsage())).toBeInstanceOf(BudgetExceeded)
    })
  )

  inMemory("is refused where a model has no price at the provider", () =>
    Effect.gen(function* () {
      const { byUsage } = yield* opened
      const refused = (provider: string, model: string) => new PriceUnknown({ provider, model, providers: [] })
      expect(yield* Effect.flip(byUsage({ models: ["Writer"] }))).toEqual(refused("openai", "Writer"))
      expect(yield* Effect.flip(byUsage({ models: ["writer", "new"] }))).toEqual(refused("openai", "new"))
      expect(yield* Effect.flip(byUsage({ provider: "azure" }))).toEqual(refused("azure", "writer"))
    })
  )

  inMemory("states an amount or a usage, not both", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* opened
      const refused = issue("amount", "an amount in USD or a usage, and not both")
      expect(yield* Effect.flip(hold(ordinaryKey, { ...at, usage: million }))).toEqual(refused)
      expect(yield* Effect.flip(hold(ordinaryKey, { ...at, amount: undefined }))).toEqual(refused)
    })
  )

  inMemory("is repeated with the same usage, also after prices changed", () =>
    Effect.gen(function* () {
      const { byUsage, hold, ordinaryKey } = yield* opened
      const id = idOf(1)
      const first = yield* byUsage({ id })
      yield* travel("1 minute")
      yield* replacePrices(aPriceBook(writer(5), thinker))
      expect(yield* byUsage({ id })).toMatchObject({ data: first.data, repeated: true })
      const more = hold(ordinaryKey, { ...at, id, amount: undefined, usage: { input: 2_000_000 } })
      expect(yield* Effect.flip(more)).toEqual(new HoldConflict({ id }))
    })
  )
})

describe("A settlement by usage", () => {
  inMemory("costs what the usage cost when the hold was opened", () =>
    Effect.gen(function* () {
      const { byUsage, settle } = yield* opened
      const { data } = yield* byUsage()
      yield* travel("1 minute")
      yield* replacePrices(aPriceBook(writer(5), thinker))
      const used = read(Usage)({ input: 400_000, output: 100_000, reasoning: 100_000 })
      expect(yield* settle(data.id, { usage: used })).toMatchObject({
        state: "settled",
        cost: usd(0.8),
        basis: "table",
        flags: []
      })
      const later = yield* byUsage()
      expect(later.data.amount).toBe(usd(5))
      expect(yield* settle(later.data.id, { usage, basis: "estimate" })).toMatchObject({
        cost: usd(5),
        basis: "estimate"
      })
    })
  )

  inMemory("has its price for as long as a hold of that time has no cost, and the ledger's retention", () =>
    Effect.gen(function* () {
      const { byUsage, hold, ordinaryKey, sent, settle } = yield* opened
      const book = yield* PriceBook
      const then = yield* DateTime.now
      const isKnown = (at: DateTime.Utc) => Effect.map(book.find("openai", "writer", at), Option.isSome)
      const { data } = yield* byUsage()
      yield* sent(data.id)
      const replaced = Effect.gen(function* () {
        yield* replacePrices(aPriceBook(writer(5)))
        yield* replacePrices(aPriceBook(writer(6)))
        return yield* isKnown(then)
      })
      // The price of the hold ends here.
      yield* travel("1 minute")
      expect(yield* replaced).toBe(true)
      yield* travel("399 days")
      expect(yield* replaced).toBe(true)
      yield* travel("2 days")
      // The outcome of its lease is unknown.
      yield* Effect.flip(sent(data.id))
      expect(yield* replaced).toBe(true)
      yield* hold(ordinaryKey)
      expect(yield* replaced).toBe(true)
      // Another one of unknown outcome, which is newer.
      const { data: newer } = yield* byUsage()
      yield* sent(newer.id)
      yield* travel("11 minutes")
      expect(yield* replaced).toBe(true)
      yield* settle(newer.id, { usage })
      expect(yield* settle(data.id, { usage })).toMatchObject({ cost: usd(1), flags: ["late"] })
      expect(yield* replaced).toBe(false)
      const within = DateTime.add(then, { days: 200 })
      expect(yield* isKnown(within)).toBe(true)
      yield* travel("400 days")
      yield* replaced
      expect(yield* isKnown(within)).toBe(false)
    })
  )

  inMemory("yields to a cost that the provider reports", () =>
    Effect.gen(function* () {
      const { byUsage, settle } = yield* opened
      const { data } = yield* byUsage()
      const settled = yield* settle(data.id, { cost: usd(0.7), usage, basis: "provider" })
      expect(settled).toMatchObject({ cost: usd(0.7), basis: "provider" })
    })
  )

  inMemory("without a price leaves the hold unknown and flagged, until it is settled by a cost", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryHash, ordinaryKey, settle } = yield* opened
      yield* asManager(updateKey(ordinaryHash, aKeyPatch({ limit: 2 })))
      const { data } = yield* hold(ordinaryKey, { provider: "openai", models: ["new"], amount: 1.5 })
      const unknown = { state: "unknown", cost: null, amount: usd(1.5), flags: ["price_missing"] }
      expect(yield* settle(data.id, { usage })).toMatchObject(unknown)
      expect(yield* settle(data.id, { usage })).toMatchObject(unknown)
      expect(yield* Effect.flip(hold(ordinaryKey))).toMatchObject({ reason: "budget_spent" })
      expect(yield* settle(data.id, { cost: usd(1) })).toMatchObject({ state: "settled", cost: usd(1), flags: [] })
    })
  )

  inMemory("names its model if the hold has several, and states a cost or a usage", () =>
    Effect.gen(function* () {
      const { byUsage, settle } = yield* opened
      const { data } = yield* byUsage({ models: ["writer", "thinker"] })
      expect(yield* Effect.flip(settle(data.id, { usage }))).toEqual(
        issue("model", "the slug of the model that was used")
      )
      expect(yield* Effect.flip(settle(data.id, {}))).toEqual(issue("cost", "the cost in USD, or a usage"))
      expect(yield* settle(data.id, { usage, model: "thinker" })).toMatchObject({ cost: usd(3), flags: [] })
    })
  )

  inMemory("is within the policy under every name that the price book has for the model", () =>
    Effect.gen(function* () {
      const { byUsage, settle } = yield* opened
      const flagsFor = (model: string, models: ReadonlyArray<string> = ["writer"]) =>
        Effect.flatMap(byUsage({ models }), ({ data }) =>
          Effect.map(settle(data.id, { cost: usd(1), model }), ({ flags }) => flags)
        )
      for (const model of ["writer", "writer-latest", "writer-2026-05-01"]) expect(yield* flagsFor(model)).toEqual([])
      expect(yield* flagsFor("writer-2026-05-01", ["thinker", "writer-latest"])).toEqual([])
      expect(yield* flagsFor("thinker")).toEqual(["outside_policy"])
      expect(yield* flagsFor("other")).toEqual(["outside_policy"])
    })
  )
})

describe("The guardrail of a key's user", () => {
  inMemory("judges a model as it was sent and by the id that the price book resolves it to", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey } = yield* opened
      const { id } = yield* asManager(
        createGuardrail(
          aGuardrail({ allowed_models: ["writer", "thinker-latest"], ignored_models: ["writer-2026-05-01"] })
        )
      )
      yield* asManager(assignMembers(id, members("Acme-owner")))
      const ask = (model: string, provider?: "openai") => hold(ordinaryKey, { models: [model], provider })
      for (const model of ["writer", "writer-latest", "writer-20260501"]) yield* ask(model, "openai")
      const refused = { _tag: "PolicyRefused", reason: "model_not_allowed" }
      for (const model of ["writer-2026-05-01", "thinker"]) {
        expect(yield* Effect.flip(ask(model, "openai"))).toMatchObject(refused)
      }
      // Without a provider, the aliases of all providers count.
      for (const model of ["writer", "writer-latest", "writer-20260501"]) yield* ask(model)
      expect(yield* Effect.flip(ask("thinker"))).toMatchObject(refused)
    })
  )

  inMemory("ignores a model under its other names too", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey } = yield* opened
      const { id } = yield* asManager(createGuardrail(aGuardrail({ ignored_models: ["writer"] })))
      yield* asManager(assignMembers(id, members("Acme-owner")))
      for (const model of ["writer", "writer-latest", "writer-20260501"]) {
        for (const provider of ["openai", undefined] as const) {
          expect(yield* Effect.flip(hold(ordinaryKey, { models: [model], provider }))).toMatchObject({
            reason: "model_not_allowed"
          })
        }
      }
      yield* hold(ordinaryKey, { models: ["thinker"], provider: "openai" })
      // An alias that means a model at one provider and an ignored one at another is refused, unless the provider is stated.
      yield* replacePrices(
        aPriceBook(writer(1), aRateCard({ provider: "azure", model: "thinker", aliases: ["writer-latest"] }))
      )
      expect(yield* Effect.flip(hold(ordinaryKey, { models: ["writer-latest"] }))).toMatchObject({
        reason: "model_not_allowed"
      })
      yield* hold(ordinaryKey, { models: ["writer-latest"], provider: "azure" })
    })
  )
})
