import { checkBudget } from "../base/Budget.js"
import { inputTokens } from "../base/countTokens.js"
import type { ModelBudget } from "../base/ModelBudget.js"
import { payRequest } from "../base/payRequest.js"
import { type Call, modelOf } from "./Call.js"

type ImageCall = Call<{ readonly n: number; readonly prompt: unknown; readonly files?: unknown }>
type Usage = { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }
type Answer = { readonly images: ReadonlyArray<unknown>; readonly usage?: Usage | undefined }

/** A budget on image models. */
export interface ImageModelBudget extends ModelBudget {
  /** Output tokens of an image, of a model with prices by the token. @default none: each image is priced by the rate `image` */
  readonly output?: number | undefined
}

/** Middleware for `wrapImageModel`, as `budget`. Each call of the model is a request. */
export const budgetImage = (options: ImageModelBudget) => {
  const checked = checkBudget("budgetImage", options)
  const { output } = options
  return {
    specificationVersion: "v3" as const,
    wrapGenerate: async <A extends Answer>(call: ImageCall & { readonly doGenerate: () => PromiseLike<A> }) => {
      const { files, n, prompt } = call.params
      const usage =
        output === undefined ? { images: n } : { input: inputTokens(prompt, files), image_output: n * output }
      return payRequest<A>(checked, {
        asked: { ...modelOf("budgetImage", options, call), usage },
        send: call.doGenerate,
        settlement: ({ images, usage }) =>
          output === undefined ? { usage: { images: images.length } } : byTokens(usage),
        estimate: () => usage,
        signal: call.params.abortSignal
      })
    }
  }
}

const byTokens = ({ inputTokens: input, outputTokens: image_output }: Partial<Usage> = {}) =>
  input === undefined || image_output === undefined ? undefined : { usage: { input, image_output } }
