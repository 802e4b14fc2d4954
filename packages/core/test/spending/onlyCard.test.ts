import { describe, expect } from "@effect/vitest"
import {
  assignMembers,
  createByokCredential,
  createGuardrail,
  GatewayCaller,
  PriceUnknown,
  recordRequest,
  replacePrices,
  Usage,
  updateGuardrail
} from "@tollgate/core"
import {
  aByokCredential,
  aGuardrail,
  aGuardrailPatch,
  aPriceBook,
  aRateCard,
  members,
  travel,
  travelTo
} from "@tollgate/testing"
import { Effect } from "effect"
import { inMemory, read } from "../support/account.js"
import { idOf, usd } from "./support/samples.js"
import { asHost, openSpender } from "./support/spender.js"

const million = { input: 1_000_000 }
const usage = read(Usage)(million)
const card = (provider: string, input: number, model = "writer") =>
  aRateCard({ provider, model, aliases: [`${model}-latest`], rates: { input, output: 2 } })

/** A book with these cards, and a gateway that asks by usage without a provider. */
const opened = (...cards: ReadonlyArray<ReturnType<typeof card>>) =>
  Effect.gen(function* () {
    yield* travelTo("2026-05-31T23:50:00Z")
    yield* replacePrices(aPriceBook(...cards))
    const account = yield* openSpender
    const ask = (input: object = {}) =>
      account.hold(account.ordinaryKey, { models: ["writer"], ...input, amount: undefined, usage: million })
    const guard = Effect.fnUntraced(function* (rules: Parameters<typeof aGuardrail>[0]) {
      const { id } = yield* account.asManager(createGuardrail(aGuardrail(rules)))
      yield* account.asManager(assignMembers(id, members("Acme-owner")))
      return (patch: Parameters<typeof aGuardrailPatch>[0]) =>
        account.asManager(updateGuardrail(id, aGuardrailPatch(patch)))
    })
    return { ...account, ask, guard }
  })

const refused = (...providers: ReadonlyArray<string>) =>
  new PriceUnknown({ provider: null, model: "writer", providers })

describe("A hold by usage without a provider", () => {
  inMemory("is priced by the only card, and keeps its provider, which prices its settlement", () =>
    Effect.gen(function* () {
      const { ask, asManager, settle } = yield* opened(card("openai", 1))
      yield* asManager(createByokCredential(aByokCredential({ provider: "azure" })))
      yield* asManager(createByokCredential(aByokCredential({ provider: "openai" })))
      for (const model of ["writer", "writer-latest", "writer-2026-05-01"]) {
        const { data, plan } = yield* ask({ models: [model], credential: "any" })
        expect(data).toMatchObject({ amount: usd(1), provider: "openai" })
        expect(plan.credentials.map(({ provider }) => provider)).toEqual(["openai", "openai"])
        yield* travel("1 second")
        yield* replacePrices(aPriceBook(card("openai", 1), card("azure", 3)))
        const settled = yield* settle(data.id, { usage, credential_id: null })
        expect(settled).toMatchObject({ cost: usd(1), provider: "openai", flags: [] })
        yield* travel("1 second")
        yield* replacePrices(aPriceBook(card("openai", 1)))
      }
    })
  )

  inMemory("is priced at the provider that its settlement names", () =>
    Effect.gen(function* () {
      const { ask, settle } = yield* opened(card("openai", 1), card("azure", 3, "other"))
      const { data } = yield* ask()
      const settled = yield* settle(data.id, { usage, provider: "azure", model: "other" })
      expect(settled).toMatchObject({ cost: usd(3), provider: "azure", flags: ["overdrawn", "outside_policy"] })
    })
  )

  inMemory("is refused with the providers that have a card, if several have", () =>
    Effect.gen(function* () {
      const { ask } = yield* opened(card("openai", 1), card("azure", 3), card("ollama", 0, "other"))
      const refusal = yield* Effect.flip(ask())
      expect(refusal).toEqual(refused("azure", "openai"))
      expect(refusal).toMatchObject({
        message: "Several providers have a price for this model. State the provider, or the amount in USD.",
        issues: [{ path: ["provider"], expected: "one of azure, openai" }],
        details: { provider: null, model: "writer", providers: ["azure", "openai"] }
      })
      expect(yield* Effect.flip(ask({ models: ["other", "writer"] }))).toEqual(refused("azure", "openai"))
      expect(yield* Effect.flip(ask({ models: ["Writer"] }))).toMatchObject({
        model: "Writer",
        providers: [],
        message: "The price book has no price for this usage of Writer. Add one, or state the amount in USD.",
        issues: [{ path: ["usage"], expected: "an amount in place of usage, where the model has no price for it" }]
      })
      expect(yield* Effect.flip(ask({ provider: "mistral" }))).toMatchObject({
        message: "The price book has no price for this usage of writer at mistral. Add one, or state the amount in USD."
      })
      expect((yield* ask({ provider: "azure" })).data).toMatchObject({ amount: usd(3), provider: "azure" })
    })
  )

  inMemory("is priced by the only card that the present policy allows", () =>
    Effect.gen(function* () {
      const { ask, guard } = yield* opened(card("openai", 1), card("azure", 3), card("vllm", 5))
      const change = yield* guard({ ignored_providers: ["openai", "azure"] })
      expect((yield* ask()).data).toMatchObject({ amount: usd(5), provider: "vllm" })
      yield* change({ ignored_providers: null, allowed_providers: ["mistral"] })
      expect(yield* Effect.flip(ask())).toEqual(refused("azure", "openai", "vllm"))
      yield* change({ allowed_providers: ["mistral", "azure"] })
      expect((yield* ask()).data).toMatchObject({ amount: usd(3), provider: "azure" })
      yield* change({ allowed_providers: ["openai", "azure"] })
      expect(yield* Effect.flip(ask())).toEqual(refused("azure", "openai"))
    })
  )

  inMemory("keeps no provider if its models are of several, and each has its price", () =>
    Effect.gen(function* () {
      const { ask, settle } = yield* opened(card("openai", 1), card("azure", 3, "other"))
      const { data } = yield* ask({ models: ["writer", "other"] })
      expect(data).toMatchObject({ amount: usd(3), provider: null })
      const settled = yield* settle(data.id, { usage, model: "writer" })
      expect(settled).toMatchObject({ cost: usd(1), provider: "openai", flags: [] })
    })
  )

  inMemory("is repeated as it was created, also if another provider has the only card by now, or several have", () =>
    Effect.gen(function* () {
      const { ask, asManager } = yield* opened(card("openai", 1))
      yield* asManager(createByokCredential(aByokCredential({ provider: "azure" })))
      const id = idOf(1)
      const first = yield* ask({ id })
      for (const cards of [[card("azure", 3)], [card("azure", 3), card("ollama", 1)], [], [card("openai", 1)]]) {
        yield* travel("1 second")
        yield* replacePrices(aPriceBook(...cards))
        const { data, plan, repeated } = yield* ask({ id })
        expect({ data, plan, repeated }).toEqual({ data: first.data, plan: first.plan, repeated: true })
      }
      expect(yield* Effect.flip(ask({ id, provider: "openai" }))).toMatchObject({ _tag: "HoldConflict" })
      yield* ask({ id: idOf(2), provider: "openai" })
      expect(yield* Effect.flip(ask({ id: idOf(2) }))).toMatchObject({ _tag: "HoldConflict" })
    })
  )
})

describe("A settlement by usage without a provider", () => {
  inMemory("is priced by the only card that the policy of the hold allowed", () =>
    Effect.gen(function* () {
      const { guard, hold, ordinaryKey, settle } = yield* opened(card("openai", 1), card("azure", 3))
      const { data: open } = yield* hold(ordinaryKey, { models: ["writer"] })
      expect(yield* settle(open.id, { usage })).toMatchObject({ state: "unknown", flags: ["price_missing"] })
      expect(yield* settle(open.id, { usage, provider: "azure" })).toMatchObject({ state: "settled", cost: usd(3) })
      yield* guard({ allowed_providers: ["openai", "mistral"] })
      const { data } = yield* hold(ordinaryKey, { models: ["writer"] })
      const settled = yield* settle(data.id, { usage })
      expect(settled).toMatchObject({ cost: usd(1), provider: "openai", flags: [] })
    })
  )

  inMemory("is recorded by the only card", () =>
    Effect.gen(function* () {
      const { ordinaryHash } = yield* opened(card("openai", 1))
      const record = recordRequest({ id: idOf(1), key_hash: ordinaryHash, usage, model: "writer" })
      const recorded = yield* Effect.provideService(record, GatewayCaller, asHost)
      expect(recorded).toMatchObject({ state: "settled", cost: usd(1), provider: "openai" })
    })
  )
})
