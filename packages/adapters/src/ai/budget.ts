import { type NewSettlement, UsageFrom } from "@tollgate/node"
import { checkBudget } from "../base/Budget.js"
import { inputTokens, textTokens } from "../base/countTokens.js"
import type { ModelBudget } from "../base/ModelBudget.js"
import { payRequest } from "../base/payRequest.js"
import { payStream } from "../base/payStream.js"
import { type Call, modelOf } from "./Call.js"

type TextCall = Call<{
  readonly prompt: unknown
  readonly tools?: unknown
  readonly maxOutputTokens?: number | undefined
}>
type Answer = { readonly content: unknown; readonly usage: unknown }
type Part = { readonly type: string; readonly delta?: unknown; readonly error?: unknown; readonly usage?: unknown }

/** A budget on language models. */
export interface LanguageModelBudget extends ModelBudget {
  /** Output tokens to set aside for a request that states no `maxOutputTokens`. A streamed answer holds more as it grows. @default 1024 */
  readonly output?: number | undefined
}

/**
 * Middleware for `wrapLanguageModel` and `wrapProvider` of the AI SDK 6 and 7. Each call of the model is a request within a hold, also each step of a
 * tool loop and each retry. A refusal of Tollgate is not retried: it rejects `generateText`; of `streamText` it is in `onError` and `fullStream`, and
 * `textStream` ends.
 *
 * @throws {TypeError} if `spending` or `key` is missing. Calls reject so for a model of another specification than v3 and v4.
 */
export const budget = (options: LanguageModelBudget) => {
  const checked = checkBudget("budget", options)
  const { output = 1_024 } = options
  const askedOf = (call: TextCall) => {
    const { maxOutputTokens, prompt, tools } = call.params
    return {
      ...modelOf("budget", options, call),
      usage: { input: inputTokens(prompt, tools), output: maxOutputTokens ?? output }
    }
  }
  return {
    specificationVersion: "v3" as const,
    wrapGenerate: async <A extends Answer>(call: TextCall & { readonly doGenerate: () => PromiseLike<A> }) => {
      const asked = askedOf(call)
      return payRequest<A>(checked, {
        asked,
        send: call.doGenerate,
        settlement: ({ usage }) => settlementOf(usage),
        estimate: ({ content }) => ({ ...asked.usage, output: textTokens(JSON.stringify(content)) }),
        signal: call.params.abortSignal
      })
    },
    wrapStream: async <A extends { readonly stream: ReadableStream<Part> }>(
      call: TextCall & { readonly doStream: () => PromiseLike<A> }
    ) => {
      const { answer, stream } = await payStream<A, Part>(checked, {
        asked: askedOf(call),
        send: call.doStream,
        parts: ({ stream }) => stream,
        tokens: ({ delta }) => (typeof delta === "string" ? textTokens(delta) : 0),
        settlement: ({ type, usage }) => (type === "finish" ? settlementOf(usage) : undefined),
        error: ({ error, type }) => (type === "error" ? error : undefined),
        refused: (error) => ({ type: "error", error }),
        signal: call.params.abortSignal
      })
      // Its parts are those of the answer, and one of an error, which each version has.
      return { ...answer, stream } as A
    }
  }
}

/** Totals include cached tokens and reasoning. An unknown total, or parts that do not add up to it, have no price. */
const settlementOf = (usage: unknown): NewSettlement | undefined => {
  try {
    return { usage: UsageFrom.aiSdk(usage) }
  } catch {
    return undefined
  }
}
