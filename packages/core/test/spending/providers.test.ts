import { describe, expect, it } from "@effect/vitest"
import {
  assignMembers,
  createGuardrail,
  NewByokCredential,
  NewGuardrail,
  NewHold,
  NewRateCard,
  Provider,
  ProviderSlug,
  replacePrices,
  Usage
} from "@tollgate/core"
import { aGuardrail, aPriceBook, aRateCard, members } from "@tollgate/testing"
import { Effect, Either, Schema } from "effect"
import { inMemory, read } from "../support/account.js"
import { usd } from "./support/samples.js"
import { openSpender } from "./support/spender.js"

const owner = "Acme-owner"
const own = "vllm-in-cellar-2"

describe("A provider", () => {
  it("is any slug in holds, prices and guardrails, and one of a list for credentials", () => {
    const takes = <A, I>(schema: Schema.Schema<A, I>, input: object) =>
      Either.isRight(Schema.decodeUnknownEither(schema)(input))
    const everywhere = (provider: string) => [
      takes(NewHold, { key: "tg_sk_", amount: 1, model: "m", provider }),
      takes(NewRateCard, { provider, model: "m", rates: { input: 1, output: 1 } }),
      takes(NewGuardrail, { name: "g", allowed_providers: [provider] }),
      takes(NewGuardrail, { name: "g", ignored_providers: [provider] })
    ]
    for (const provider of [own, "ollama", "1", ...Provider.literals]) {
      expect([provider, ...everywhere(provider)]).toEqual([provider, true, true, true, true])
    }
    for (const provider of ["", "OpenAI", "vertex_ai", "wafer.ai", "-a", "a--b", "a/b", "a".repeat(51)]) {
      expect([provider, ...everywhere(provider)]).toEqual([provider, false, false, false, false])
    }
    expect(takes(NewByokCredential, { provider: "openai", key: "s" })).toBe(true)
    expect(takes(NewByokCredential, { provider: own, key: "s" })).toBe(false)
    expect(Schema.is(ProviderSlug)(own)).toBe(true)
  })

  inMemory("of one's own is priced, held and settled", () =>
    Effect.gen(function* () {
      yield* replacePrices(aPriceBook(aRateCard({ provider: own, model: "llama" })))
      const { hold, ordinaryKey, settle } = yield* openSpender
      const usage = read(Usage)({ input: 1_000_000 })
      const { data } = yield* hold(ordinaryKey, { provider: own, models: ["llama"], amount: undefined, usage })
      expect(data).toMatchObject({ amount: usd(1), provider: own })
      expect(yield* settle(data.id, { usage })).toMatchObject({ cost: usd(1), provider: own, flags: [] })
    })
  )
})

describe("A guardrail of providers", () => {
  const guarded = (...all: ReadonlyArray<Parameters<typeof aGuardrail>[0]>) =>
    Effect.gen(function* () {
      const account = yield* openSpender
      for (const rules of all) {
        const { id } = yield* account.asManager(createGuardrail(aGuardrail(rules)))
        yield* account.asManager(assignMembers(id, members(owner)))
      }
      return account
    })

  inMemory("that ignores some leaves every other slug to a request that states it", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, settle } = yield* guarded({ ignored_providers: ["ollama", "azure"] })
      for (const provider of ["ollama", "azure"]) {
        expect(yield* Effect.flip(hold(ordinaryKey, { provider }))).toMatchObject({ reason: "provider_not_allowed" })
      }
      const { data } = yield* hold(ordinaryKey, { provider: own })
      expect(yield* settle(data.id, { cost: usd(1), provider: own })).toMatchObject({ flags: [] })
      const { data: other } = yield* hold(ordinaryKey, { provider: own })
      expect(yield* settle(other.id, { cost: usd(1), provider: "ollama" })).toMatchObject({ flags: ["outside_policy"] })
      const { providers } = yield* hold(ordinaryKey)
      expect(providers).toEqual(Provider.literals.filter((slug) => slug !== "azure"))
    })
  )

  inMemory("that ignores some leaves every other slug to a settlement of a request that stated none", () =>
    Effect.gen(function* () {
      yield* replacePrices(aPriceBook(aRateCard({ provider: own, model: "llama" })))
      const { hold, ordinaryKey, settle } = yield* guarded({ ignored_providers: ["ollama", "azure"] })
      const usage = read(Usage)({ input: 1_000_000 })
      const settled = Effect.fnUntraced(function* (settlement: Parameters<typeof settle>[1], input: object = {}) {
        const { data } = yield* hold(ordinaryKey, { models: ["llama"], ...input })
        const { cost, flags, provider } = yield* settle(data.id, settlement)
        return { cost, flags, provider }
      })
      const inFull = { cost: usd(1), flags: [], provider: own }
      expect(yield* settled({ usage })).toEqual(inFull)
      expect(yield* settled({ usage }, { amount: undefined, usage: { input: 1_000_000 } })).toEqual(inFull)
      expect(yield* settled({ usage, provider: own })).toEqual(inFull)
      expect(yield* settled({ cost: usd(1), provider: own })).toEqual(inFull)
      for (const provider of ["ollama", "azure"]) {
        expect(yield* settled({ cost: usd(1), provider })).toEqual({ ...inFull, flags: ["outside_policy"], provider })
      }
    })
  )

  inMemory("that ignores some does not add to what others allow", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, settle } = yield* guarded({
        allowed_providers: ["openai", "azure"],
        ignored_providers: ["azure"]
      })
      const { data } = yield* hold(ordinaryKey)
      expect(yield* settle(data.id, { cost: usd(1), provider: own })).toMatchObject({ flags: ["outside_policy"] })
    })
  )

  inMemory("that allows one's own binds a request that states none", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey } = yield* guarded({
        allowed_providers: [own, "openai"],
        ignored_providers: ["openai"]
      })
      expect((yield* hold(ordinaryKey)).providers).toEqual([own])
      expect((yield* hold(ordinaryKey, { provider: own })).providers).toEqual([own])
    })
  )
})
