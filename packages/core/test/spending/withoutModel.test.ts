import { describe, expect } from "@effect/vitest"
import {
  ActivityPage,
  assignMembers,
  createByokCredential,
  createGuardrail,
  HoldConflict,
  InvalidInput,
  listActivity,
  NewHold,
  replacePrices,
  Usage
} from "@tollgate/core"
import { aByokCredential, aGuardrail, aPriceBook, aRateCard, members, travelTo } from "@tollgate/testing"
import { Effect, Stream } from "effect"
import { askedAmount } from "../../src/spending/rules/holdRequest.js"
import { noPrices } from "../../src/spending/rules/Prices.js"
import { inMemory, read } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { metering, pieces } from "./support/metered.js"
import { idOf, usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

const nameless = { models: undefined }
const issue = (path: string, expected: string) => new InvalidInput({ issues: [{ path: [path], expected }] })

describe("A hold without a model", () => {
  inMemory("is of an amount, and reported as of no model", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey, settle } = yield* openSpender
      const { data } = yield* hold(ordinaryKey, { ...nameless, provider: "openai" })
      expect(data).toMatchObject({ amount: usd(1), models: [], provider: "openai" })
      expect(yield* settle(data.id, { cost: usd(0.5) })).toMatchObject({ state: "settled", cost: usd(0.5), flags: [] })
      const report = yield* asManager(listActivity(read(ActivityPage)({ group_by: ["model"] })))
      expect(report.data).toMatchObject([{ model: null, requests: 1, cost: usd(0.5) }])
    })
  )

  inMemory("has no price: a usage needs a model", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* openSpender
      const usage = { units: { calls: 1 } }
      const wrong = issue("models", "either model or models, or neither and an amount")
      expect(yield* Effect.flip(hold(ordinaryKey, { ...nameless, amount: undefined, usage }))).toEqual(wrong)
      expect(yield* Effect.flip(hold(ordinaryKey, { model: "acme/writer" }))).toEqual(wrong)
      expect(yield* Effect.flip(hold(ordinaryKey, { ...nameless, amount: undefined }))).toEqual(
        issue("amount", "an amount in USD or a usage, and not both")
      )
      const asked = read(NewHold)({ key: "k", usage })
      expect(askedAmount({ ...asked, models: [] }, { providers: null }, noPrices)).toMatchObject({
        _tag: "PriceUnknown",
        model: null,
        providers: []
      })
    })
  )

  inMemory("is repeated without a model, and is another one with a model", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T23:50:00Z")
      const { hold, ordinaryKey } = yield* openSpender
      const id = idOf(1)
      const first = yield* hold(ordinaryKey, { ...nameless, id })
      expect(yield* hold(ordinaryKey, { ...nameless, id })).toMatchObject({ data: first.data, repeated: true })
      expect(yield* Effect.flip(hold(ordinaryKey, { id }))).toEqual(new HoldConflict({ id }))
    })
  )

  inMemory("is settled by the usage of a model that the settlement names", () =>
    Effect.gen(function* () {
      yield* replacePrices(aPriceBook(aRateCard({ model: "writer" })))
      const { hold, ordinaryKey, settle } = yield* openSpender
      const { data } = yield* hold(ordinaryKey, nameless)
      const usage = read(Usage)({ input: 500_000 })
      expect(yield* Effect.flip(settle(data.id, { usage }))).toEqual(
        issue("model", "the slug of the model that was used")
      )
      const settled = yield* settle(data.id, { usage, model: "writer" as never })
      expect(settled).toMatchObject({ cost: usd(0.5), provider: "acme", flags: [] })
    })
  )

  for (const [rule, isRefused] of [
    [{ allowed_models: ["acme/writer"] }, true],
    [{ allowed_models: [] }, true],
    [{ ignored_models: ["acme/writer"] }, true],
    [{ ignored_models: [] }, false],
    [{ allowed_providers: ["openai"] }, false]
  ] as const) {
    inMemory(`${isRefused ? "is refused" : "is admitted"} under a guardrail of ${JSON.stringify(rule)}`, () =>
      Effect.gen(function* () {
        const { asManager, hold, ordinaryKey } = yield* openSpender
        const { id } = yield* asManager(createGuardrail(aGuardrail(rule)))
        yield* asManager(assignMembers(id, members("Acme-owner")))
        const answer = yield* Effect.either(hold(ordinaryKey, nameless))
        expect(answer).toMatchObject(
          isRefused ? { left: { reason: "model_not_allowed" } } : { right: { data: { models: [] } } }
        )
      })
    )
  }

  inMemory("is metered, in slices that are learned from others of its key", () =>
    Effect.gen(function* () {
      const { acquire, outputs, ordinaryHash, read } = yield* openBound(100)
      const metered = Effect.gen(function* () {
        const bound = yield* acquire({}, nameless)
        yield* bound.sent()
        yield* Stream.runDrain(bound.meter(Stream.fromIterable(pieces(30, 10)), metering))
        return bound.authorized.data.id
      })
      expect(yield* read(yield* Effect.scoped(metered))).toMatchObject({
        state: "settled",
        cost: usd(3),
        basis: "estimate"
      })
      expect(outputs.slice(ordinaryHash, "")).toBe(300)
    })
  )

  inMemory("uses no credential that is for certain models", () =>
    Effect.gen(function* () {
      const { asManager, hold, ordinaryKey } = yield* openSpender
      const some = yield* asManager(createByokCredential(aByokCredential({ allowed_models: ["acme/writer"] })))
      const every = yield* asManager(createByokCredential(aByokCredential()))
      const { plan } = yield* hold(ordinaryKey, { ...nameless, credential: "byok" })
      expect(plan).toMatchObject({ credentials: [{ id: every.id }], left_out: [{ id: some.id, reason: "model" }] })
    })
  )
})
