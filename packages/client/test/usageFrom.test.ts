import { InvalidInput, UsageFrom } from "@tollgate/client"
import { UsageFrom as Core } from "@tollgate/core/models"
import { Either } from "effect"
import { describe, expect, it } from "vitest"

const { UsageMismatch, ...conversions } = UsageFrom
const { UsageMismatch: _, ...ofCore } = Core

/** A usage of each form, of 10 tokens of input and 5 of output. */
const given: ReadonlyArray<readonly [keyof typeof conversions, object]> = [
  ["aiSdk", { inputTokens: 10, outputTokens: 5, totalTokens: 15 }],
  ["anthropic", { input_tokens: 10, output_tokens: 5 }],
  ["gemini", { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }],
  ["openAiChat", { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }],
  ["openAiResponses", { input_tokens: 10, output_tokens: 5, total_tokens: 15 }],
  ["openTelemetry", { "gen_ai.usage.input_tokens": 10, "gen_ai.usage.output_tokens": 5 }]
]

describe("UsageFrom", () => {
  it("has every conversion of the core", () => {
    expect(Object.keys(conversions).sort()).toEqual(Object.keys(ofCore).sort())
    expect(given.map(([form]) => form)).toEqual(Object.keys(conversions).sort())
  })

  for (const [form, usage] of given) {
    it(`returns the usage, and throws why there is none: ${form}`, () => {
      const converted = UsageFrom[form](usage)
      expect(converted).toEqual(Either.getOrThrow(Core[form](usage)))
      expect(converted).toMatchObject({ input: 10, output: 5 })
      for (const wrong of [undefined, null, {}, "10"]) expect(() => UsageFrom[form](wrong)).toThrow(InvalidInput)
    })
  }

  it("throws what the parts come to, where they do not agree with the total", () => {
    const wrong = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 99 }
    expect(() => UsageFrom.openAiChat(wrong)).toThrow(new UsageMismatch({ of: "total", total: 99, parts: 15 }))
  })
})
