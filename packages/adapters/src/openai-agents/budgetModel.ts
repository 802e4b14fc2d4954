import { UsageFrom } from "@tollgate/node"
import { checkBudget } from "../base/Budget.js"
import { textTokens, tokensOf } from "../base/countTokens.js"
import { type LanguageModelBudget, outputOptions, pricedAs } from "../base/ModelBudget.js"
import { payRequest } from "../base/payRequest.js"
import { payStream } from "../base/payStream.js"
import { propertyOf } from "../base/propertyOf.js"
import { refusalIn } from "../base/refusalIn.js"
import { settlementBy } from "../base/settlementBy.js"

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

/** A model of the framework. A parameter of `never` stands for whatever request it has. */
export type AnyModel = {
  getResponse(request: never): Promise<Answer>
  getStreamedResponse(request: never): AsyncIterable<{ readonly type: string }>
}

/**
 * A model of OpenAI's Agents SDK that pays for each request from a budget, streamed or not. A refusal of Tollgate rejects the run, and is not
 * repeated, whatever the retry policy: it advises that a repetition is unsafe.
 *
 * @param name The model's id, in the framework. @default what the model itself has
 * @throws {TypeError} if `spending` or `key` is missing. Requests reject so if the model has no name.
 */
export const budgetModel = <M extends AnyModel>(options: LanguageModelBudget, model: M, name?: string): M => {
  const checked = checkBudget("budgetModel", options, outputOptions)
  // The framework calls it with its requests, which have these fields.
  const inner = model as unknown as AgentModel
  const reservationOf = ({ handoffs, input, modelSettings, systemInstructions, tools }: Request) => {
    // `_model` is that of OpenAI's models.
    const modelId = name ?? String(propertyOf(model, "_model") ?? "")
    const output = modelSettings?.maxTokens ?? options.output ?? 1_024
    const named = pricedAs("budgetModel", options, { modelId, provider: "openai" })
    return { ...named, usage: { input: tokensOf(systemInstructions, input, tools, handoffs), output } }
  }
  const paying: AgentModel = {
    getResponse: async (request) => {
      const reservation = reservationOf(request)
      return payRequest<Answer>(checked, {
        reservation,
        send: () => inner.getResponse(request),
        settlement: ({ usage }) => settlementOf(usage),
        estimate: ({ output }) => ({ ...reservation.usage, output: tokensOf(output) }),
        signal: request.signal
      })
    },
    getStreamedResponse: async function* (request) {
      const { stream } = await payStream<AsyncIterable<Part>, Part>(checked, {
        reservation: reservationOf(request),
        send: async () => inner.getStreamedResponse(request),
        parts: (parts) => parts,
        tokens: ({ delta }) => (typeof delta === "string" ? textTokens(delta) : 0),
        settlement: ({ response, type }) => (type === "response_done" ? settlementOf(response?.usage) : undefined),
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

const settlementOf = (usage: unknown) =>
  settlementBy(UsageFrom.openAiResponses, {
    input_tokens: propertyOf(usage, "inputTokens"),
    output_tokens: propertyOf(usage, "outputTokens"),
    total_tokens: propertyOf(usage, "totalTokens"),
    input_tokens_details: summed(propertyOf(usage, "inputTokensDetails")),
    output_tokens_details: summed(propertyOf(usage, "outputTokensDetails"))
  })

/** The sums of details, of which there are some for each request of an answer. */
const summed = (details: unknown) => {
  const sums: Record<string, number> = {}
  for (const one of [details].flat()) {
    for (const [name, count] of Object.entries(one ?? {})) sums[name] = (sums[name] ?? 0) + Number(count)
  }
  return sums
}
