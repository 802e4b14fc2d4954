import { describe, expect, it } from "@effect/vitest"
import { inputTokens, outputTokens, Refusals, UsageFrom } from "@tollgate/core"
import { Either } from "effect"
import { usage } from "./support.js"

const { UsageMismatch } = UsageFrom

describe("UsageFrom.openAiChat", () => {
  const stated = {
    prompt_tokens: 2006,
    completion_tokens: 300,
    total_tokens: 2306,
    prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 10 },
    completion_tokens_details: {
      reasoning_tokens: 200,
      audio_tokens: 30,
      accepted_prediction_tokens: 5,
      rejected_prediction_tokens: 7
    }
  }

  it("counts each token once: cached, audio and reasoning tokens are not ordinary input or output", () => {
    expect(UsageFrom.openAiChat(stated)).toEqual(
      Either.right(
        usage({ input: 76, cache_read: 1920, audio_input: 10, output: 70, reasoning: 200, audio_output: 30 })
      )
    )
  })

  it("counts reasoning beside the completion where the total says so", () => {
    const beside = { ...stated, total_tokens: 2506 }
    expect(UsageFrom.openAiChat(beside)).toEqual(
      Either.right(
        usage({ input: 76, cache_read: 1920, audio_input: 10, output: 270, reasoning: 200, audio_output: 30 })
      )
    )
  })

  it("counts audio as uncached as far as it fits, because the cached part of it is not stated", () => {
    const overlapping = { ...stated, prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 500 } }
    expect(Either.map(UsageFrom.openAiChat(overlapping), (used) => [used.input, used.audio_input])).toEqual(
      Either.right([0, 86])
    )
  })

  it("refuses a total that is not the sum of its parts", () => {
    expect(UsageFrom.openAiChat({ ...stated, total_tokens: 2307 })).toEqual(
      Either.left(new UsageMismatch({ of: "total", total: 2307, parts: 2306 }))
    )
  })

  it("refuses more cached tokens than there are input tokens, and more reasoning than output", () => {
    expect(
      UsageFrom.openAiChat({ prompt_tokens: 1, total_tokens: 1, prompt_tokens_details: { cached_tokens: 2 } })
    ).toEqual(Either.left(new UsageMismatch({ of: "input", total: 1, parts: 2 })))
    const completion = { completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 2 } }
    expect(UsageFrom.openAiChat({ prompt_tokens: 1, total_tokens: 2, ...completion })).toEqual(
      Either.left(new UsageMismatch({ of: "output", total: 1, parts: 2 }))
    )
  })

  it("reads an input that is cached as a whole", () => {
    const cached = { prompt_tokens: 8, total_tokens: 8, prompt_tokens_details: { cached_tokens: 8 } }
    expect(UsageFrom.openAiChat(cached)).toEqual(Either.right(usage({ cache_read: 8 })))
  })

  it("reads embeddings, which have no completion, and details that are null", () => {
    expect(UsageFrom.openAiChat({ prompt_tokens: 8, total_tokens: 8, prompt_tokens_details: null })).toEqual(
      Either.right(usage({ input: 8 }))
    )
  })

  it.each([
    undefined,
    null,
    {},
    { prompt_tokens: 1 },
    { prompt_tokens: -1, total_tokens: -1 },
    { prompt_tokens: 0.5, total_tokens: 0.5 }
  ])("refuses %j, which states no usage", (given) => {
    expect(Either.flip(UsageFrom.openAiChat(given))).toEqual(Either.right(expect.any(Refusals.InvalidInput)))
  })
})

describe("UsageFrom.openAiResponses", () => {
  it("counts each token once", () => {
    expect(
      UsageFrom.openAiResponses({
        input_tokens: 1000,
        input_tokens_details: { cached_tokens: 600, cache_write_tokens: 100 },
        output_tokens: 500,
        output_tokens_details: { reasoning_tokens: 400 },
        total_tokens: 1500
      })
    ).toEqual(Either.right(usage({ input: 300, cache_read: 600, cache_write: 100, output: 100, reasoning: 400 })))
  })

  it("reads the usage of the images API", () => {
    expect(
      UsageFrom.openAiResponses({
        input_tokens: 50,
        input_tokens_details: { text_tokens: 10, image_tokens: 40 },
        output_tokens: 4160,
        output_tokens_details: { image_tokens: 4160, text_tokens: 0 },
        total_tokens: 4210
      })
    ).toEqual(Either.right(usage({ input: 10, image_input: 40, image_output: 4160 })))
  })

  it("refuses a total that is not the sum", () => {
    expect(UsageFrom.openAiResponses({ input_tokens: 1, output_tokens: 2, total_tokens: 4 })).toEqual(
      Either.left(new UsageMismatch({ of: "total", total: 4, parts: 3 }))
    )
  })
})

describe("UsageFrom.anthropic", () => {
  const stated = {
    input_tokens: 21,
    cache_creation_input_tokens: 188_086,
    cache_read_input_tokens: 50,
    cache_creation: { ephemeral_5m_input_tokens: 188_000, ephemeral_1h_input_tokens: 86 },
    output_tokens: 393,
    service_tier: "standard"
  }

  it("takes its parts as they are, and an hour's cache apart", () => {
    expect(UsageFrom.anthropic(stated)).toEqual(
      Either.right(usage({ input: 21, cache_read: 50, cache_write: 188_000, cache_write_hour: 86, output: 393 }))
    )
  })

  it("reads an answer without the details of the cache", () => {
    const { cache_creation: _, ...without } = stated
    expect(UsageFrom.anthropic({ ...without, cache_read_input_tokens: null })).toEqual(
      Either.right(usage({ input: 21, cache_write: 188_086, output: 393 }))
    )
  })

  it("reads an answer that used no cache, and one that states a part of the details", () => {
    const least = { input_tokens: 21, output_tokens: 393 }
    const read = (cache_creation: object) => UsageFrom.anthropic({ ...least, cache_creation })
    expect(UsageFrom.anthropic(least)).toEqual(Either.right(usage({ input: 21, output: 393 })))
    expect(read({})).toEqual(Either.right(usage({ input: 21, output: 393 })))
    expect(read({ ephemeral_1h_input_tokens: 86 })).toEqual(
      Either.right(usage({ input: 21, cache_write_hour: 86, output: 393 }))
    )
    expect(read({ ephemeral_5m_input_tokens: 7 })).toEqual(
      Either.right(usage({ input: 21, cache_write: 7, output: 393 }))
    )
  })

  it("refuses details that do not sum to what was written to the cache", () => {
    expect(UsageFrom.anthropic({ ...stated, cache_creation_input_tokens: 1 })).toEqual(
      Either.left(new UsageMismatch({ of: "cache_write", total: 1, parts: 188_086 }))
    )
  })
})

describe("UsageFrom.gemini", () => {
  const stated = {
    promptTokenCount: 1000,
    cachedContentTokenCount: 400,
    candidatesTokenCount: 60,
    thoughtsTokenCount: 40,
    toolUsePromptTokenCount: 20,
    totalTokenCount: 1120,
    promptTokensDetails: [
      { modality: "TEXT", tokenCount: 700 },
      { modality: "AUDIO", tokenCount: 200 },
      { modality: "IMAGE", tokenCount: 100 }
    ],
    cacheTokensDetails: [
      { modality: "TEXT", tokenCount: 350 },
      { modality: "AUDIO", tokenCount: 50 }
    ],
    candidatesTokensDetails: [
      { modality: "TEXT", tokenCount: 50 },
      { modality: "IMAGE", tokenCount: 10 }
    ]
  }
  const parts = { input: 370, cache_read: 400, audio_input: 150, image_input: 100, output: 50, image_output: 10 }

  it("counts each token once: thoughts beside the candidates, the prompts of tools as input", () => {
    expect(UsageFrom.gemini(stated)).toEqual(Either.right(usage({ ...parts, reasoning: 40 })))
  })

  it("counts thoughts among the candidates where the total says so", () => {
    expect(UsageFrom.gemini({ ...stated, totalTokenCount: 1080 })).toEqual(
      Either.right(usage({ ...parts, output: 10, reasoning: 40 }))
    )
  })

  it("counts images as uncached as far as they fit beside audio", () => {
    const used = UsageFrom.gemini({
      promptTokenCount: 1000,
      cachedContentTokenCount: 800,
      candidatesTokenCount: 0,
      totalTokenCount: 1000,
      promptTokensDetails: [
        { modality: "AUDIO", tokenCount: 150 },
        { modality: "IMAGE", tokenCount: 100 }
      ]
    })
    expect(used).toEqual(Either.right(usage({ cache_read: 800, audio_input: 150, image_input: 50 })))
  })

  it("reads the names of the Live API", () => {
    expect(UsageFrom.gemini({ promptTokenCount: 3, responseTokenCount: 4, totalTokenCount: 7 })).toEqual(
      Either.right(usage({ input: 3, output: 4 }))
    )
  })

  it("refuses a total that is not the sum", () => {
    expect(UsageFrom.gemini({ ...stated, totalTokenCount: 1121 })).toEqual(
      Either.left(new UsageMismatch({ of: "total", total: 1121, parts: 1080 }))
    )
  })
})

describe("UsageFrom.aiSdk", () => {
  const parts = { input: 100, cache_read: 50, cache_write: 25, output: 30, reasoning: 70 }

  it("reads a usage of version 6", () => {
    expect(
      UsageFrom.aiSdk({
        inputTokens: 175,
        inputTokenDetails: { noCacheTokens: 100, cacheReadTokens: 50, cacheWriteTokens: 25 },
        outputTokens: 100,
        outputTokenDetails: { textTokens: 30, reasoningTokens: 70 },
        totalTokens: 275
      })
    ).toEqual(Either.right(usage(parts)))
  })

  it("reads what a language model of version 6 reports to middleware", () => {
    expect(
      UsageFrom.aiSdk({
        inputTokens: { total: 175, noCache: 100, cacheRead: 50, cacheWrite: 25 },
        outputTokens: { total: 100, text: 30, reasoning: 70 },
        raw: {}
      })
    ).toEqual(Either.right(usage(parts)))
  })

  it("reads a usage of version 5, in which reasoning is among the output or beside it", () => {
    const version5 = { inputTokens: 150, cachedInputTokens: 50, outputTokens: 100, reasoningTokens: 70 }
    const { cache_write: _, ...without } = parts
    expect(UsageFrom.aiSdk({ ...version5, totalTokens: 250 })).toEqual(Either.right(usage(without)))
    expect(UsageFrom.aiSdk({ ...version5, totalTokens: 320 })).toEqual(Either.right(usage({ ...without, output: 100 })))
  })

  it("refuses parts that do not sum to their side", () => {
    const inputTokenDetails = { noCacheTokens: 100, cacheReadTokens: 50, cacheWriteTokens: 0 }
    expect(UsageFrom.aiSdk({ inputTokens: 100, inputTokenDetails, outputTokens: 1, totalTokens: 101 })).toEqual(
      Either.left(new UsageMismatch({ of: "input", total: 100, parts: 150 }))
    )
    const outputTokenDetails = { textTokens: 1, reasoningTokens: 1 }
    expect(UsageFrom.aiSdk({ inputTokens: 1, outputTokens: 1, outputTokenDetails })).toEqual(
      Either.left(new UsageMismatch({ of: "output", total: 1, parts: 2 }))
    )
  })

  it("refuses an unknown input or output: it would count as 0", () => {
    const given = { inputTokens: 100, outputTokens: undefined, totalTokens: undefined }
    expect(Either.flip(UsageFrom.aiSdk(given))).toEqual(Either.right(expect.any(Refusals.InvalidInput)))
  })
})

describe("UsageFrom.openTelemetry", () => {
  const stated = {
    "gen_ai.provider.name": "openai",
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.cache_read.input_tokens": 50,
    "gen_ai.usage.cache_creation.input_tokens": 25,
    "gen_ai.usage.output_tokens": 180,
    "gen_ai.usage.reasoning.output_tokens": 30
  }

  it("counts each token once", () => {
    const used = usage({ input: 25, cache_read: 50, cache_write: 25, output: 150, reasoning: 30 })
    expect(UsageFrom.openTelemetry(stated)).toEqual(Either.right(used))
    expect([inputTokens(used), outputTokens(used)]).toEqual([100, 180])
  })

  it("refuses more cached tokens than there are input tokens", () => {
    expect(UsageFrom.openTelemetry({ ...stated, "gen_ai.usage.cache_read.input_tokens": 80 })).toEqual(
      Either.left(new UsageMismatch({ of: "input", total: 100, parts: 105 }))
    )
  })
})
