import { checkBudget } from "../base/Budget.js"
import { inputTokens } from "../base/countTokens.js"
import type { ModelBudget } from "../base/ModelBudget.js"
import { payRequest } from "../base/payRequest.js"
import { type Call, modelOf } from "./Call.js"

/** Middleware for `wrapEmbeddingModel`, as `budget`. Each call of the model is a request. */
export const budgetEmbedding = (options: ModelBudget) => {
  const checked = checkBudget("budgetEmbedding", options)
  return {
    specificationVersion: "v3" as const,
    wrapEmbed: async <A extends { readonly usage?: { readonly tokens: number } | undefined }>(
      call: Call<{ readonly values: ReadonlyArray<string> }> & { readonly doEmbed: () => PromiseLike<A> }
    ) => {
      const usage = { input: inputTokens(call.params.values) }
      return payRequest<A>(checked, {
        asked: { ...modelOf("budgetEmbedding", options, call), usage },
        send: call.doEmbed,
        settlement: ({ usage }) =>
          Number.isSafeInteger(usage?.tokens) ? { usage: { input: usage?.tokens } } : undefined,
        estimate: () => usage,
        signal: call.params.abortSignal
      })
    }
  }
}
