import { describe, expect } from "@effect/vitest"
import { assignMembers, createGuardrail, PolicyRefused, replacePrices, updateGuardrail } from "@tollgate/core"
import { aGuardrail, aGuardrailPatch, aPriceBook, aRateCard, members } from "@tollgate/testing"
import { Effect, Either, FastCheck as fc } from "effect"
import { runs } from "../../../../test/runs.js"
import { inMemory } from "../support/account.js"
import { openSpender } from "./support/spender.js"

/** A spender whose user has a guardrail with these rules, and a book with one card. */
const guarded = (rules: Parameters<typeof aGuardrail>[0], card: Parameters<typeof aRateCard>[0]) =>
  Effect.gen(function* () {
    yield* replacePrices(aPriceBook(aRateCard({ provider: "openai", ...card })))
    const account = yield* openSpender
    const { id } = yield* account.asManager(createGuardrail(aGuardrail(rules)))
    yield* account.asManager(assignMembers(id, members("Acme-owner")))
    const isRefused = (model: string, provider?: "azure" | "openai") =>
      Effect.map(Effect.either(account.hold(account.ordinaryKey, { models: [model], provider })), (answer) =>
        Either.isLeft(answer) && answer.left instanceof PolicyRefused ? answer.left.reason : null
      )
    const change = (ignored: string, card: Parameters<typeof aRateCard>[0]) =>
      Effect.zipRight(
        replacePrices(aPriceBook(aRateCard({ provider: "openai", ...card }))),
        account.asManager(updateGuardrail(id, aGuardrailPatch({ ignored_models: [ignored] })))
      )
    return { change, isRefused }
  })

const gpt = { model: "openai/gpt-4o", aliases: ["gpt-4o", "Omni-2024-05-13"] }
const spellings = [
  "openai/gpt-4o",
  "gpt-4o",
  "OPENAI/gpt-4o",
  "GPT-4o",
  "openai/gpt-4o:free",
  "gpt-4o:free:online",
  "openai/gpt-4o-2024-08-06",
  "gpt-4o@20240806:free",
  "gpt-4o:free-20240806",
  "omni-2024-05-13",
  "Omni"
]

describe("A guardrail that ignores a model", () => {
  for (const ignored of ["openai/gpt-4o", "GPT-4O", "omni"]) {
    inMemory(`refuses it under every spelling of every name of its card: ${ignored}`, () =>
      Effect.gen(function* () {
        const { isRefused } = yield* guarded({ ignored_models: [ignored] }, gpt)
        for (const provider of [undefined, "openai", "azure"] as const) {
          const answers = yield* Effect.forEach(spellings, (model) => isRefused(model, provider))
          // Nobody knows an undated name of an alias that is dated.
          expect(answers).toEqual(
            spellings.map((model) => (model === "Omni" && ignored !== "omni" ? null : "model_not_allowed"))
          )
        }
        expect(yield* isRefused("gpt-4o-mini")).toBeNull()
        expect(yield* isRefused("openai/gpt")).toBeNull()
      })
    )
  }

  inMemory("refuses a variant of it under every name of its card, and no other variant", () =>
    Effect.gen(function* () {
      const { isRefused } = yield* guarded({ ignored_models: ["GPT-4O:free"] }, gpt)
      const refused = ["gpt-4o-2024-08-06:free", "gpt-4o:free-2024-08-06", "OpenAI/GPT-4o:free", "gpt-4o:online:free"]
      expect(yield* Effect.forEach(refused, (model) => isRefused(model))).toEqual(
        refused.map(() => "model_not_allowed")
      )
      const left = ["OpenAI/GPT-4o", "OpenAI/GPT-4o:nitro", "omni-2024-05-13", "gpt-4o-2024-08-06", "gpt-4o-mini:free"]
      expect(yield* Effect.forEach(left, (model) => isRefused(model))).toEqual(left.map(() => null))
    })
  )

  inMemory("refuses it with spaces around it, characters that nobody sees, and other forms of its letters", () =>
    Effect.gen(function* () {
      const { change, isRefused } = yield* guarded({ ignored_models: ["gpt-4o"] }, gpt)
      const sent = [
        " gpt-4o",
        "gpt-4o ",
        "gpt-4o\u200b",
        "g\u2060pt\ufeff-4o :free",
        "\uff47pt-4o",
        "\u00a0gpt\u00ad-4o"
      ]
      for (const ignored of ["gpt-4o", " GPT-4o\u200d"]) {
        yield* change(ignored, gpt)
        expect([ignored, ...(yield* Effect.forEach(sent, (model) => isRefused(model)))]).toEqual([
          ignored,
          ...sent.map(() => "model_not_allowed")
        ])
      }
    })
  )

  inMemory("leaves the base of a variant, and other variants", () =>
    Effect.gen(function* () {
      const { isRefused } = yield* guarded({ ignored_models: ["gpt-4o:free"] }, gpt)
      const answers = yield* Effect.forEach(["gpt-4o", "gpt-4o:nitro", "GPT-4o:FREE", "gpt-4o:free:online"], (model) =>
        isRefused(model)
      )
      expect(answers).toEqual([null, null, "model_not_allowed", "model_not_allowed"])
    })
  )

  inMemory("is reached by no other spelling that finds the same card, whatever its names are", () =>
    Effect.gen(function* () {
      const word = fc.stringMatching(/^[a-zA-Z]{1,4}(\/[a-zA-Z]{1,3})?$/)
      const date = fc.constantFrom("", "-2026-05-01", "@20260501", "-20250228")
      const variant = fc.constantFrom("", ":free", ":1")
      const name = fc.tuple(word, date, variant).map((parts) => parts.join(""))
      const mixed = (text: string, upper: ReadonlyArray<boolean>) =>
        [...text].map((one, at) => (upper[at % upper.length] ? one.toUpperCase() : one.toLowerCase())).join("")
      const cases = fc.sample(
        fc.record({
          names: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
          ignored: fc.nat(3),
          sent: fc.nat(3),
          cases: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
          ignoredCases: fc.tuple(fc.boolean(), fc.boolean()),
          variants: fc.tuple(variant, variant),
          dates: date,
          provider: fc.constantFrom(undefined, "openai" as const)
        }),
        { numRuns: runs(60, 600), seed: 7 }
      )
      const { change, isRefused } = yield* guarded({ ignored_models: [] }, gpt)
      for (const { cases: upper, dates, ignored, ignoredCases, names, provider, sent, variants } of cases) {
        const [model = "", ...aliases] = names
        const of = (index: number) => names[index % names.length] ?? model
        yield* change(mixed(of(ignored), ignoredCases), { model, aliases })
        const spelled = `${mixed(of(sent), upper)}${variants[0]}${dates}${variants[1]}`
        expect([names, spelled, yield* isRefused(spelled, provider)]).toEqual([names, spelled, "model_not_allowed"])
      }
    })
  )
})

describe("A guardrail that allows some models", () => {
  inMemory("compares the text as sent and the id of its card exactly, with its variant", () =>
    Effect.gen(function* () {
      const { isRefused } = yield* guarded({ allowed_models: ["openai/gpt-4o", "other:free"] }, gpt)
      const allowed = ["openai/gpt-4o", "gpt-4o", "gpt-4o-2024-08-06", "other:free"]
      const refused = ["openai/gpt-4o:free", "gpt-4o:free", "GPT-4o", "OPENAI/gpt-4o", "other", "other:FREE"]
      expect(yield* Effect.forEach(allowed, (model) => isRefused(model))).toEqual(allowed.map(() => null))
      expect(yield* Effect.forEach(refused, (model) => isRefused(model))).toEqual(
        refused.map(() => "model_not_allowed")
      )
    })
  )
})
