import { checkBudget } from "../base/Budget.js"
import { inputTokens, textTokens } from "../base/countTokens.js"
import { type ModelBudget, pricedAs } from "../base/ModelBudget.js"
import { payRequest } from "../base/payRequest.js"
import { propertyOf } from "../base/propertyOf.js"
import { settlementFrom } from "../base/settlementFrom.js"
import { toldBy } from "./ChatModel.js"

/** A budget on chat models. */
export interface ChatModelBudget extends ModelBudget {
  /** Output tokens to set aside for a request whose model states no maximum. @default 1024 */
  readonly output?: number | undefined
}

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
 * @throws {TypeError} if `spending` or `key` is missing. Calls reject so if the model does not tell its name.
 */
export const wrapModelCall = (options: ChatModelBudget) => {
  const checked = checkBudget("wrapModelCall", options)
  return async <R extends ModelCall, A>(request: R, handler: (request: R) => A | PromiseLike<A>): Promise<A> => {
    const asked = askedOf(options, request)
    const signal = propertyOf(request.runtime, "signal")
    return payRequest<A>(checked, {
      asked,
      send: async () => handler(request),
      settlement: (message) => settlementOf(propertyOf(message, "usage_metadata")),
      estimate: (message) => ({
        ...asked.usage,
        output: textTokens(JSON.stringify([propertyOf(message, "content"), propertyOf(message, "tool_calls")]))
      }),
      signal: signal instanceof AbortSignal ? signal : undefined
    })
  }
}

const askedOf = (options: ChatModelBudget, request: ModelCall) => {
  const { maxTokens, modelId, provider } = toldBy(request.model)
  const named = pricedAs(options, { modelId, provider })
  if (named.model === "") {
    throw new TypeError(
      "wrapModelCall needs `model`: pass the slug of the model in the price book, which it does not tell."
    )
  }
  const { messages, modelSettings, systemMessage, tools = [] } = request
  const stated = propertyOf(modelSettings, "max_tokens") ?? propertyOf(modelSettings, "maxTokens") ?? maxTokens
  const told = (value: unknown, ...names: ReadonlyArray<string>) => names.map((name) => propertyOf(value, name))
  // What else a message has is not sent.
  const sent = [systemMessage, ...messages].map((message) => told(message, "content", "tool_calls"))
  const input = inputTokens(
    sent,
    tools.map((tool) => told(tool, "name", "description", "schema"))
  )
  const usage = { input, output: typeof stated === "number" ? stated : (options.output ?? 1_024) }
  return { model: named.model, ...(named.provider !== "" && { provider: named.provider }), usage }
}

const settlementOf = (usage: unknown) => {
  const read = (name: string) => propertyOf(propertyOf(usage, "input_token_details"), name)
  const written = (name: string) => propertyOf(propertyOf(usage, "output_token_details"), name)
  return settlementFrom({
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
