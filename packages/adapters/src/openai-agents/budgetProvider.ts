import { checkBudget } from "../base/Budget.js"
import { inputTokens, textTokens } from "../base/countTokens.js"
import { type ModelBudget, pricedAs } from "../base/ModelBudget.js"
import { payRequest } from "../base/payRequest.js"
import { payStream } from "../base/payStream.js"
import { propertyOf } from "../base/propertyOf.js"
import { refusalIn } from "../base/refusalIn.js"
import { settlementFrom } from "../base/settlementFrom.js"

/** A budget on the models of agents. */
export interface AgentModelBudget extends ModelBudget {
  /** Output tokens to set aside for a request that states no `maxTokens`. A streamed answer holds more as it grows. @default 1024 */
  readonly output?: number | undefined
}

interface Request {
  readonly systemInstructions?: string
  readonly input: unknown
  readonly tools?: unknown
  readonly handoffs?: unknown
  readonly modelSettings?: { readonly maxTokens?: number }
  readonly signal?: AbortSignal
}

type Part = { readonly type: string; readonly delta?: unknown; readonly response?: Answer }
type Answer = { readonly usage?: unknown; readonly output?: unknown }

/** A model, by what a budget needs of it. */
interface AgentModel {
  getResponse(request: Request): Promise<Answer>
  getStreamedResponse(request: Request): AsyncIterable<Part>
  getRetryAdvice?(args: { readonly error: unknown }): unknown
}

// A parameter of `never` stands for whatever request the framework has.
type AnyModel = {
  getResponse(request: never): Promise<Answer>
  getStreamedResponse(request: never): AsyncIterable<{ readonly type: string }>
}

/**
 * A `ModelProvider` of OpenAI's Agents SDK around another one: its models pay for each request from a budget. A model that an agent has as an
 * object is not asked for by its name: wrap that one with `budgetModel`.
 *
 * @throws {TypeError} if `spending` or `key` is missing.
 */
export const budgetProvider = <M extends AnyModel>(
  options: AgentModelBudget,
  provider: { getModel(name?: string): M | Promise<M> }
) => {
  checkBudget("budgetProvider", options)
  return { getModel: async (name?: string): Promise<M> => budgetModel(options, await provider.getModel(name), name) }
}

/**
 * A model of OpenAI's Agents SDK that pays for each request from a budget, streamed or not. A refusal of Tollgate rejects the run, and is not
 * repeated, whatever the retry policy: it advises that a repetition is unsafe.
 *
 * @param name The model's id, in the framework. @default what the model itself has
 * @throws {TypeError} if `spending` or `key` is missing. Requests reject so if the model has no name.
 */
export const budgetModel = <M extends AnyModel>(options: AgentModelBudget, model: M, name?: string): M => {
  const checked = checkBudget("budgetModel", options)
  // The framework calls it with its requests, which have these fields.
  const inner = model as unknown as AgentModel
  const askedOf = ({ handoffs, input, modelSettings, systemInstructions, tools }: Request) => {
    // `_model` is that of OpenAI's models.
    const modelId = name ?? String(propertyOf(model, "_model") ?? "")
    const named = pricedAs(options, { modelId, provider: "openai" })
    const missing = "budgetModel needs `model`: pass the slug of the model in the price book."
    if (named.model === "") throw new TypeError(missing)
    const output = modelSettings?.maxTokens ?? options.output ?? 1_024
    return { ...named, usage: { input: inputTokens(systemInstructions, input, tools, handoffs), output } }
  }
  const paying: AgentModel = {
    getResponse: async (request) => {
      const asked = askedOf(request)
      return payRequest<Answer>(checked, {
        asked,
        send: () => inner.getResponse(request),
        settlement: ({ usage }) => settlementOf(usage),
        estimate: ({ output }) => ({ ...asked.usage, output: textTokens(JSON.stringify(output ?? [])) }),
        signal: request.signal
      })
    },
    getStreamedResponse: async function* (request) {
      const { stream } = await payStream<AsyncIterable<Part>, Part>(checked, {
        asked: askedOf(request),
        send: async () => inner.getStreamedResponse(request),
        parts: (parts) => parts,
        tokens: ({ delta }) => (typeof delta === "string" ? textTokens(delta) : 0),
        settlement: ({ response, type }) => (type === "response_done" ? settlementOf(response?.usage) : undefined),
        error: () => undefined,
        signal: request.signal
      })
      yield* stream
    },
    getRetryAdvice: (args) => {
      const refusal = refusalIn(args.error)
      if (refusal === undefined) return inner.getRetryAdvice?.(args)
      return { suggested: false, replaySafety: "unsafe", reason: refusal.message }
    }
  }
  // Whatever else a model has is its own, also of one with private fields.
  return new Proxy(model, {
    get: (target, property) => {
      const found = Reflect.get(property in paying ? paying : target, property)
      return typeof found === "function" && !(property in paying) ? found.bind(target) : found
    }
  })
}

const settlementOf = (usage: unknown) => {
  // One for each request of the answer.
  const sum = (details: string, name: string) =>
    [propertyOf(usage, details)].flat().reduce((sum: number, one) => sum + Number(propertyOf(one, name) ?? 0), 0)
  return settlementFrom({
    input_tokens: propertyOf(usage, "inputTokens"),
    output_tokens: propertyOf(usage, "outputTokens"),
    total_tokens: propertyOf(usage, "totalTokens"),
    input_tokens_details: {
      cached_tokens: sum("inputTokensDetails", "cached_tokens"),
      cache_write_tokens: sum("inputTokensDetails", "cache_write_tokens")
    },
    output_tokens_details: { reasoning_tokens: sum("outputTokensDetails", "reasoning_tokens") }
  })
}
