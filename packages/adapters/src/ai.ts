import { UsageFrom } from "@tollgate/node"
import { checkBudget } from "./base/Budget.js"
import { textTokens, tokensOf } from "./base/countTokens.js"
import type { LanguageModelBudget, ModelBudget, NamedModel } from "./base/ModelBudget.js"
import { modelOptions, outputOptions, pricedAs } from "./base/ModelBudget.js"
import { payRequest } from "./base/payRequest.js"
import { payStream } from "./base/payStream.js"
import { settlementBy } from "./base/settlementBy.js"

export type { Budget } from "./base/Budget.js"
export type { LanguageModelBudget, ModelBudget, NamedModel }

/** A call of a model, as versions 6 and 7 of the AI SDK show it to middleware, with what makes it. */
type Call<Params, Do = unknown> = Do & {
  readonly model: NamedModel & { readonly specificationVersion: string }
  readonly params: Params & { readonly abortSignal?: AbortSignal | undefined }
}
type Prompt = { readonly prompt: unknown; readonly tools?: unknown; readonly maxOutputTokens?: number | undefined }
type Generate<A> = { readonly doGenerate: () => PromiseLike<A> }
type Generated = { readonly content: ReadonlyArray<unknown>; readonly usage: unknown }
type Stream<A> = { readonly doStream: () => PromiseLike<A> }
type Part = { readonly type: string; readonly delta?: unknown; readonly error?: unknown; readonly usage?: unknown }
type Embed<A> = { readonly doEmbed: () => PromiseLike<A> }
type Embedded = { readonly usage?: { readonly tokens: number } | undefined }
type ImagePrompt = { readonly prompt: unknown; readonly files?: unknown; readonly n: number }
type Images = { readonly images: ReadonlyArray<unknown>; readonly usage?: unknown }

/** A budget on image models. */
export interface ImageModelBudget extends ModelBudget {
  /** Output tokens of an image, of a model with prices by the token. @default none: each image is priced by the rate `image` */
  readonly output?: number | undefined
}

/**
 * Middleware for `wrapLanguageModel` and `wrapProvider`. Each call of the model is a request within a hold, also each step of a tool loop and each
 * retry. A refusal of Tollgate is not retried: it rejects `generateText`; of `streamText` it is in `onError` and `fullStream`, and `textStream` ends.
 *
 * @throws {TypeError} if `spending` or `key` is missing. Calls reject so for a model of another specification than v3 and v4.
 */
export const budget = (options: LanguageModelBudget) => {
  const { checked, prepare } = preparing("budget", options, outputOptions)
  const prepared = (call: Call<Prompt>) => {
    const { maxOutputTokens: output = options.output ?? 1_024, prompt, tools } = call.params
    return prepare(call, { input: tokensOf(prompt, tools), output })
  }
  return {
    specificationVersion: "v3" as const,
    wrapGenerate: async <A extends Generated>(call: Call<Prompt, Generate<A>>) => {
      const request = prepared(call)
      const estimate = ({ content }: A) => ({ ...request.reservation.usage, output: tokensOf(...content) })
      const settlement = ({ usage }: A) => settlementBy(UsageFrom.aiSdk, usage)
      return payRequest<A>(checked, { ...request, send: call.doGenerate, settlement, estimate })
    },
    wrapStream: async <A extends { readonly stream: ReadableStream<Part> }>(call: Call<Prompt, Stream<A>>) => {
      const { answer, stream } = await payStream<A, Part>(checked, {
        ...prepared(call),
        send: call.doStream,
        parts: ({ stream }) => stream,
        tokens: ({ delta }) => (typeof delta === "string" ? textTokens(delta) : 0),
        settlement: ({ type, usage }) => (type === "finish" ? settlementBy(UsageFrom.aiSdk, usage) : undefined),
        error: ({ error, type }) => (type === "error" ? error : undefined),
        refused: (error) => ({ type: "error", error })
      })
      // Its parts are those of the answer, and one of an error, which each version has.
      return { ...answer, stream } as A
    }
  }
}

/** Middleware for `wrapEmbeddingModel`, as `budget`. Each call of the model is a request. */
export const budgetEmbedding = (options: ModelBudget) => {
  const { checked, prepare } = preparing("budgetEmbedding", options, modelOptions)
  return {
    specificationVersion: "v3" as const,
    wrapEmbed: async <A extends Embedded>(call: Call<{ readonly values: ReadonlyArray<string> }, Embed<A>>) => {
      const usage = { input: tokensOf(call.params.values) }
      const settlement = ({ usage }: A) =>
        settlementBy(UsageFrom.aiSdk, { inputTokens: usage?.tokens, outputTokens: 0 })
      return payRequest<A>(checked, { ...prepare(call, usage), send: call.doEmbed, settlement, estimate: () => usage })
    }
  }
}

/** Middleware for `wrapImageModel`, as `budget`. Each call of the model is a request. */
export const budgetImage = (options: ImageModelBudget) => {
  const { checked, prepare } = preparing("budgetImage", options, outputOptions)
  const { output = 0 } = options
  return {
    specificationVersion: "v3" as const,
    wrapGenerate: async <A extends Images>(call: Call<ImagePrompt, Generate<A>>) => {
      const { doGenerate: send, params } = call
      const { files, n, prompt } = params
      const usage = output > 0 ? { input: tokensOf(prompt, files), image_output: n * output } : { images: n }
      const settlement = ({ images, usage }: A) =>
        output > 0 ? settlementBy(imageUsage, usage) : { usage: { images: images.length } }
      return payRequest<A>(checked, { ...prepare(call, usage), send, settlement, estimate: () => usage })
    }
  }
}

const imageUsage = (stated: unknown) => {
  const { input, output: image_output } = UsageFrom.aiSdk(stated)
  return { input, image_output }
}

const preparing = (adapter: string, options: ModelBudget, own: ReadonlyArray<string>) => ({
  checked: checkBudget(adapter, options, own),
  /** What to set aside for a call. Throws a `TypeError` if the model is of a specification that this does not know. */
  prepare: <Usage>({ model, params }: Call<unknown>, usage: Usage) => {
    const { modelId, specificationVersion: version } = model
    if (version === "v3" || version === "v4") {
      return { reservation: { ...pricedAs(adapter, options, model), usage }, signal: params.abortSignal }
    }
    const found = `${adapter} needs a model of specification v3 or v4, and ${modelId} has ${version}`
    throw new TypeError(`${found}: use \`ai\` 6 or 7, and a provider for it.`)
  }
})
