import { describe, expect } from "@effect/vitest"
import { assignMembers, createGuardrail, PriceUnknown, replacePrices, Usage } from "@tollgate/core"
import { aGuardrail, aPriceBook, aRateCard, members } from "@tollgate/testing"
import { Effect } from "effect"
import { inMemory, read } from "../support/account.js"
import { usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

const search = "tool:search/web"
const priced = (model: string, units: object, provider = "acme") => aRateCard({ provider, model, rates: { units } })

/** A gateway that asks by units, and a book with a tool and a model that speaks. */
const opened = Effect.gen(function* () {
  yield* replacePrices(aPriceBook(priced(search, { calls: 0.01 }), priced("speaker", { characters: 15 }), aRateCard()))
  const account = yield* openSpender
  const ask = (model: string, units: object, input: object = {}) =>
    account.hold(account.ordinaryKey, { amount: undefined, models: undefined, model, usage: { units }, ...input })
  const guard = Effect.fnUntraced(function* (rules: Parameters<typeof aGuardrail>[0]) {
    const { id } = yield* account.asManager(createGuardrail(aGuardrail(rules)))
    yield* account.asManager(assignMembers(id, members("Acme-owner")))
  })
  return { ...account, ask, guard }
})

const units = (units: object) => ({ usage: read(Usage)({ units }) })

describe("A paid tool", () => {
  inMemory("is held and settled by its calls, at the only provider that has a card", () =>
    Effect.gen(function* () {
      const { ask, settle } = yield* opened
      const { data } = yield* ask(search, { calls: 5 })
      expect(data).toMatchObject({ amount: usd(0.05), models: [search], provider: "acme" })
      expect(yield* settle(data.id, units({ calls: 3 }))).toMatchObject({
        state: "settled",
        cost: usd(0.03),
        basis: "table",
        flags: []
      })
      const spoken = yield* ask("speaker", { characters: 20_001 })
      expect(spoken.data.amount).toBe(usd(0.300015))
    })
  )

  inMemory("is refused without a price for its unit and without an amount, and held by an amount", () =>
    Effect.gen(function* () {
      const { ask, hold, ordinaryKey } = yield* opened
      const refused = (model: string, providers: ReadonlyArray<string>, provider: string | null = null) =>
        new PriceUnknown({ provider, model, providers })
      expect(yield* Effect.flip(ask("tool:search/maps", { calls: 1 }))).toEqual(refused("tool:search/maps", []))
      // No rate is not a free one: not for tokens, and at a model of the book neither.
      expect(yield* Effect.flip(ask(search, {}, { usage: { input: 1 } }))).toEqual(refused(search, ["acme"]))
      const refusal = yield* Effect.flip(ask(search, { seconds: 1 }))
      expect(refusal).toEqual(refused(search, ["acme"]))
      expect(refusal.message).toBe(
        `The price of ${search} at acme has no rate for this usage, or a guardrail does not allow acme. State the amount in USD.`
      )
      expect(yield* Effect.flip(ask("writer", { calls: 1 }))).toEqual(refused("writer", ["acme"]))
      const at = (provider: string) => Effect.flip(ask("writer", { calls: 1 }, { provider }))
      expect(yield* at("acme")).toEqual(refused("writer", ["acme"], "acme"))
      expect(yield* at("openai")).toEqual(refused("writer", [], "openai"))
      const { data } = yield* hold(ordinaryKey, { amount: 0.5, models: ["tool:search/maps"] })
      expect(data).toMatchObject({ amount: usd(0.5), models: ["tool:search/maps"], provider: null })
    })
  )

  inMemory("is unknown after a settlement by a unit without a price, until its cost is stated", () =>
    Effect.gen(function* () {
      const { ask, settle } = yield* opened
      const { data } = yield* ask(search, { calls: 1 })
      expect(yield* settle(data.id, units({ calls: 1, seconds: 9 }))).toMatchObject({
        state: "unknown",
        cost: null,
        flags: ["price_missing"]
      })
      expect(yield* settle(data.id, { cost: usd(0.25) })).toMatchObject({ state: "settled", cost: usd(0.25) })
    })
  )

  inMemory("is judged by the lists of models: allowed by its name, and refused by it", () =>
    Effect.gen(function* () {
      const allowing = yield* opened
      yield* allowing.guard({ allowed_models: [search] })
      yield* allowing.ask(search, { calls: 1 })
      const notAllowed = { _tag: "PolicyRefused", reason: "model_not_allowed" }
      for (const name of ["tool:search/maps", "tool:search/web/2", "Tool:search/web", "tool", "writer"]) {
        expect(yield* Effect.flip(allowing.hold(allowing.ordinaryKey, { models: [name] }))).toMatchObject(notAllowed)
      }
    })
  )

  for (const [ignored, isRefused] of [
    [search, [true, true, false, false]],
    ["tool:search/maps", [false, false, true, false]],
    ["tool", [true, true, true, false]]
  ] as const) {
    inMemory(
      `is ignored without regard to case, alone or, by the word before its colon, with all others: ${ignored}`,
      () =>
        Effect.gen(function* () {
          const { guard, hold, ordinaryKey } = yield* opened
          yield* guard({ ignored_models: [ignored] })
          const answers = yield* Effect.forEach([search, "TOOL:Search/Web", "tool:search/maps", "writer"], (name) =>
            Effect.either(hold(ordinaryKey, { models: [name] }))
          )
          expect(answers.map(({ _tag }) => _tag === "Left")).toEqual(isRefused)
        })
    )
  }
})
