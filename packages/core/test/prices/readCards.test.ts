import { describe, expect, it } from "@effect/vitest"
import { NewRateCard, type ReadCards, readCards } from "@tollgate/core"
import { Either, Schema } from "effect"

const decoded = Schema.decodeSync(NewRateCard)
const noRates = {
  cache_read: null,
  cache_write: null,
  cache_write_hour: null,
  reasoning: null,
  audio_input: null,
  audio_output: null,
  image_input: null,
  image_output: null
}

/** The parts of what was read, as plain values. */
const parts = Either.map(({ cards, mapped, skipped }: ReadCards) => ({ cards, mapped, skipped }))

describe("readCards", () => {
  it("reads models.dev's file, and lists what it skips", () => {
    const cost = { input: 1.25, output: 10, cache_read: 0.125 }
    const file = {
      openai: {
        id: "openai",
        name: "OpenAI",
        models: {
          "gpt-x": {
            id: "gpt-x",
            cost: {
              ...cost,
              reasoning: 12,
              input_audio: 40,
              tiers: [
                { input: 5, output: 30, tier: { type: "context", size: 500_000 } },
                { input: 2.5, output: 15, tier: { type: "context", size: 272_000 } }
              ],
              context_over_200k: { input: 2.5, output: 15 }
            }
          },
          "gpt-y": {
            id: "gpt-y",
            cost: { ...cost, cache_write: null, context_over_200k: { input: 2.5, output: null } }
          },
          "open-z": { id: "open-z" },
          "in-only": { id: "in-only", cost: { input: 1 } },
          "out-only": { id: "out-only", cost: { output: 1 } },
          odd: { id: "odd", cost: { ...cost, tiers: [{ tier: { type: "hour", size: 8 } }] } },
          bad: { id: "bad", cost: { input: -1, output: 1 } }
        }
      }
    }
    expect(parts(readCards(file))).toEqual(
      Either.right({
        cards: [
          decoded({
            provider: "openai",
            model: "gpt-x",
            rates: { ...cost, reasoning: 12, audio_input: 40 },
            tiers: [
              { above: 272_000, input: 2.5, output: 15 },
              { above: 500_000, input: 5, output: 30 }
            ]
          }),
          decoded({ provider: "openai", model: "gpt-y", rates: cost, tiers: [{ above: 200_000, input: 2.5 }] })
        ],
        mapped: [],
        skipped: [
          { id: "openai/open-z", reason: "no price for input and output" },
          { id: "openai/in-only", reason: "no price for input and output" },
          { id: "openai/out-only", reason: "no price for input and output" },
          { id: "openai/odd", reason: "tiers of an unknown kind" },
          { id: "openai/bad", reason: "rates.input: expected a number of US dollars between 0 and 100000" }
        ]
      })
    )
  })

  it("reads LiteLLM's file exactly, and lists what it skips", () => {
    const file = {
      sample_spec: { litellm_provider: "one of the providers", input_cost_per_token: 0 },
      nobodys: { mode: "chat", input_cost_per_token: 1e-6, output_cost_per_token: 1e-6 },
      "claude-x": {
        litellm_provider: "anthropic",
        mode: "chat",
        input_cost_per_token: 3e-6,
        output_cost_per_token: 1.5e-5,
        cache_read_input_token_cost: 3e-7,
        cache_creation_input_token_cost: 3.75e-6,
        cache_creation_input_token_cost_above_1hr: 6e-6,
        input_cost_per_token_above_200k_tokens: 6e-6,
        output_cost_per_token_above_200k_tokens: 2.25e-5,
        cache_creation_input_token_cost_above_1hr_above_200k_tokens: 1.2e-5,
        input_cost_per_token_batches: 1e-6
      },
      "azure/gpt-y": { litellm_provider: "azure", input_cost_per_token: 1.1e-7, output_cost_per_token: 4.4e-7 },
      "acme/painter": { litellm_provider: "acme", mode: "image_generation", output_cost_per_image: 0.04 },
      embed: { litellm_provider: "acme", mode: "embedding", input_cost_per_token: 2e-8 },
      ranker: { litellm_provider: "acme", mode: "rerank", input_cost_per_query: 0.002, input_cost_per_token: 0 },
      ranged: {
        litellm_provider: "acme",
        tiered_pricing: [
          { range: [0, 32_000], input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 },
          { range: [32_000, 128_000], input_cost_per_token: 3e-6, output_cost_per_token: 4e-6 }
        ]
      },
      whisper: {
        litellm_provider: "acme",
        mode: "audio_transcription",
        input_cost_per_second: 0.0001,
        output_cost_per_second: 0.0001
      },
      film: { litellm_provider: "acme", output_cost_per_second: 0.4, output_cost_per_video_per_second: 0.4 },
      asked: { litellm_provider: "acme", input_cost_per_second: 0.1, output_cost_per_second: 0.4 },
      heard: { litellm_provider: "acme", input_cost_per_second: 0.1, input_cost_per_second_batches: 0.05 },
      silent: { litellm_provider: "acme", input_cost_per_second: 0, output_cost_per_second: 0 },
      speech: {
        litellm_provider: "acme",
        input_cost_per_token: 0,
        output_cost_per_token: 0,
        input_cost_per_character: 1.875e-8,
        output_cost_per_second: 0.0002
      },
      free: { litellm_provider: "acme", input_cost_per_token: 0, output_cost_per_token: 0 },
      spoken: {
        litellm_provider: "acme",
        input_cost_per_token: 1e-6,
        output_cost_per_token: 0,
        input_cost_per_second: 0.5
      },
      "acme/embed": { litellm_provider: "acme", mode: "embedding", input_cost_per_token: 1e-8 }
    }
    expect(parts(readCards(file))).toEqual(
      Either.right({
        cards: [
          decoded({
            provider: "anthropic",
            model: "claude-x",
            rates: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75, cache_write_hour: 6 },
            tiers: [{ above: 200_000, input: 6, output: 22.5, cache_write_hour: 12 }]
          }),
          decoded({
            provider: "azure",
            model: "gpt-y",
            aliases: ["azure/gpt-y"],
            rates: { ...noRates, input: 0.11, output: 0.44 }
          }),
          decoded({
            provider: "acme",
            model: "painter",
            aliases: ["acme/painter"],
            rates: { input: 0, output: 0, image: 0.04 }
          }),
          decoded({ provider: "acme", model: "embed", rates: { input: 0.02, output: 0 } }),
          decoded({ provider: "acme", model: "ranker", rates: { input: 0, output: 0, request: 0.002 } }),
          decoded({
            provider: "acme",
            model: "ranged",
            rates: { input: 1, output: 2 },
            tiers: [{ above: 32_000, input: 3, output: 4 }]
          }),
          decoded({ provider: "acme", model: "whisper", rates: { units: { seconds: 0.0001 } } }),
          decoded({
            provider: "acme",
            model: "speech",
            rates: { units: { seconds: 0.0002, characters: 0.01875 } }
          }),
          decoded({ provider: "acme", model: "free", rates: { input: 0, output: 0 } }),
          decoded({ provider: "acme", model: "spoken", rates: { input: 1, output: 0 } })
        ],
        mapped: [],
        skipped: [
          { id: "nobodys", reason: "no provider" },
          ...["film", "asked", "heard", "silent"].map((id) => ({ id, reason: "no price per token, image or request" })),
          { id: "acme/embed", reason: "the model has an earlier entry" }
        ]
      })
    )
  })

  it("reads LiteLLM's other units, and ranges with all their rates", () => {
    const free = { litellm_provider: "acme", input_cost_per_token: 0, output_cost_per_token: 0 }
    const file = {
      fallback_generalizations: free,
      painter: { ...free, output_cost_per_image: 0.04, output_cost_per_pixel: 1e-9 },
      asked: { ...free, input_cost_per_request: 0.01, input_cost_per_query: 0.02, input_cost_per_second: 1 },
      told: { ...free, input_cost_per_second: "0.5", output_cost_per_second: 0 },
      ranged: {
        litellm_provider: "acme",
        tiered_pricing: [
          { range: [1], input_cost_per_token: 3e-6, cache_read_input_token_cost: 3e-7 },
          { range: [0], input_cost_per_token: 1e-6, output_cost_per_token: 0, cache_read_input_token_cost: 1e-7 }
        ]
      }
    }
    const card = (
      model: string,
      rates: typeof NewRateCard.Encoded.rates,
      tiers: typeof NewRateCard.Encoded.tiers = []
    ) => decoded({ provider: "acme", model, rates, tiers })
    expect(parts(readCards(file))).toEqual(
      Either.right({
        cards: [
          card("painter", { input: 0, output: 0, image: 0.04 }),
          card("asked", { input: 0, output: 0, request: 0.01 }),
          card("told", { input: 0, output: 0 }),
          card("ranged", { input: 1, output: 0, cache_read: 0.1 }, [{ above: 1, input: 3, cache_read: 0.3 }])
        ],
        mapped: [],
        skipped: []
      })
    )
  })

  it("gives providers their slugs here, under which holds name them, and tells which", () => {
    const priced = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 }
    const file = {
      "gemini/gemini-x": { litellm_provider: "gemini", ...priced },
      "gemini-x": { litellm_provider: "vertex_ai-language-models", ...priced },
      "vertex_ai/claude-x": { litellm_provider: "vertex_ai-anthropic_models", ...priced },
      "vertex_ai/gemini-x": { litellm_provider: "vertex_ai", ...priced },
      "amazon-nova/nova-x": { litellm_provider: "amazon_nova", ...priced },
      "openai/gpt-x": { litellm_provider: "groq", ...priced },
      "ollama/llama-x": { litellm_provider: "ollama", ...priced },
      nameless: { litellm_provider: "---", ...priced }
    }
    const card = (provider: string, model: string, ...aliases: ReadonlyArray<string>) =>
      decoded({ provider, model, aliases, rates: { ...noRates, input: 1, output: 2 } })
    expect(parts(readCards(file))).toEqual(
      Either.right({
        cards: [
          card("google-ai-studio", "gemini-x", "gemini/gemini-x"),
          card("google-vertex", "gemini-x"),
          card("google-vertex", "claude-x", "vertex_ai/claude-x"),
          card("amazon-nova", "nova-x", "amazon-nova/nova-x"),
          card("groq", "openai/gpt-x"),
          card("ollama", "llama-x", "ollama/llama-x")
        ],
        mapped: [
          { name: "gemini", slug: "google-ai-studio", cards: 1 },
          { name: "vertex_ai-language-models", slug: "google-vertex", cards: 1 },
          { name: "vertex_ai-anthropic_models", slug: "google-vertex", cards: 1 },
          { name: "amazon_nova", slug: "amazon-nova", cards: 1 }
        ],
        skipped: [
          { id: "vertex_ai/gemini-x", reason: "the model has an earlier entry" },
          {
            id: "nameless",
            reason:
              "provider: expected the slug of a provider: 1 to 50 lowercase letters and digits, in groups joined by single hyphens"
          }
        ]
      })
    )
    const models = { "gemini-x": { cost: { input: 1, output: 2 } } }
    expect(parts(readCards({ google: { models }, openai: { models } }))).toEqual(
      Either.right({
        cards: [card("google-ai-studio", "gemini-x"), card("openai", "gemini-x")],
        mapped: [{ name: "google", slug: "google-ai-studio", cards: 1 }],
        skipped: []
      })
    )
  })

  it("reads its own form", () => {
    const card = { provider: "acme", model: "m", rates: { input: 1, output: 2 } }
    expect(parts(readCards({ cards: [card] }))).toEqual(
      Either.right({ cards: [decoded(card)], mapped: [], skipped: [] })
    )
  })

  it("refuses two cards for one id at a time, and accepts one after the other", () => {
    const rates = { input: 1, output: 2 }
    const first = { provider: "acme", model: "m", rates, effective_until: "2026-07-01T00:00:00Z" }
    const next = { provider: "acme", model: "m", rates, effective_from: "2026-07-01T00:00:00Z" }
    const alias = { provider: "acme", model: "other", aliases: ["m"], rates }
    expect(Either.isRight(readCards({ cards: [first, next] }))).toBe(true)
    for (const cards of [
      [first, alias],
      [next, next]
    ]) {
      expect(Either.mapLeft(readCards({ cards }), ({ issues }) => issues)).toEqual(
        Either.left([{ path: ["cards", 1], expected: "one card for an id of a provider at a time" }])
      )
    }
  })

  it("refuses a period that ends before it begins", () => {
    const card = { provider: "acme", model: "m", rates: { input: 1, output: 2 } }
    const never = { effective_from: "2026-07-01T00:00:00Z", effective_until: "2026-07-01T00:00:00Z" }
    expect(Either.mapLeft(readCards({ cards: [card, { ...card, ...never }] }), ({ issues }) => issues)).toEqual(
      Either.left([{ path: ["cards", 1, "effective_until"], expected: "an instant after effective_from" }])
    )
  })

  it.each([null, [], {}, { cards: [{}] }, "text"])("refuses %j, which is no file of prices", (json) => {
    expect(Either.isLeft(readCards(json))).toBe(true)
  })
})
