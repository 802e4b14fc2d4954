import { UsageFrom } from "@tollgate/node"
import { checkBudget } from "../base/Budget.js"
import { tokensOf } from "../base/countTokens.js"
import { type LanguageModelBudget, outputOptions, pricedAs } from "../base/ModelBudget.js"
import { payRequest } from "../base/payRequest.js"
import { propertyOf } from "../base/propertyOf.js"
import { settlementBy } from "../base/settlementBy.js"
import { identifyModel } from "./identifyModel.js"

interface ModelCall {
  readonly model: unknown
  readonly messages: ReadonlyArray<unknown>
  readonly systemMessage?: unknown
  readonly tools?: ReadonlyArray<unknown>
  readonly modelSettings?: unknown
  readonly runtime?: unknown
}

/**
 * `wrapModelCall` of LangChain's `createMiddleware`. Each call of the model, streamed or not, is a request within a hold; the repetitions of the
 * model's own client are in the same one. A refusal of Tollgate is thrown before the model is called, and not repeated: LangChain wraps it,
 * `refusalIn(error)` finds it. With `modelRetryMiddleware`, state `retryOn: (error) => refusalIn(error) === undefined`.
 *
 * @throws {TypeError} if `spending` or `key` is missing. Calls reject so if the model does not state its name.
 */
export const wrapModelCall = (options: LanguageModelBudget) => {
  const checked = checkBudget("wrapModelCall", options, outputOptions)
  return async <R extends ModelCall, A>(request: R, handler: (request: R) => A | PromiseLike<A>): Promise<A> => {
    const reservation = reservationOf(options, request)
    const signal = propertyOf(request.runtime, "signal")
    return payRequest<A>(checked, {
      reservation,
      send: async () => handler(request),
      settlement: (response) => settlementOf(propertyOf(answerOf(response), "usage_metadata")),
      estimate: (response) => ({
        ...reservation.usage,
        output: tokensOf(pick(answerOf(response), "content", "tool_calls"))
      }),
      signal: signal instanceof AbortSignal ? signal : undefined
    })
  }
}

const reservationOf = (options: LanguageModelBudget, request: ModelCall) => {
  const { maxTokens, modelId, provider } = identifyModel(request.model)
  const named = pricedAs("wrapModelCall", options, { modelId, provider })
  const { messages, modelSettings, systemMessage, tools = [] } = request
  const stated = propertyOf(modelSettings, "max_tokens") ?? propertyOf(modelSettings, "maxTokens") ?? maxTokens
  // What else a message has is not sent.
  const sent = [systemMessage, ...messages].map((message) => pick(message, "content", "tool_calls"))
  const input = tokensOf(
    sent,
    tools.map((tool) => pick(tool, "name", "description", "schema"))
  )
  const usage = { input, output: typeof stated === "number" ? stated : (options.output ?? 1_024) }
  return { model: named.model, ...(named.provider !== "" && { provider: named.provider }), usage }
}

const pick = (value: unknown, ...names: ReadonlyArray<string>) => names.map((name) => propertyOf(value, name))

/** The model's message, which is the first one of a structured response. */
const answerOf = (response: unknown) => {
  const messages = propertyOf(response, "messages")
  return Array.isArray(messages) ? messages[0] : response
}

const settlementOf = (usage: unknown) => {
  const read = (name: string) => propertyOf(propertyOf(usage, "input_token_details"), name)
  const written = (name: string) => propertyOf(propertyOf(usage, "output_token_details"), name)
  return settlementBy(UsageFrom.openAiResponses, {
    input_tokens: propertyOf(usage, "input_tokens"),
    output_tokens: propertyOf(usage, "output_tokens"),
    total_tokens: propertyOf(usage, "total_tokens"),
    input_tokens_details: {
      cached_tokens: read("cache_read"),
      cache_write_tokens: read("cache_creation"),
      audio_tokens: read("audio"),
      image_tokens: read("image")
    },
    output_tokens_details: { reasoning_tokens: written("reasoning"), audio_tokens: written("audio") }
  })
}
