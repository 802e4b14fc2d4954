import { type ModelBudget, type NamedModel, pricedAs } from "../base/ModelBudget.js"

/** A call of a model, as the AI SDK shows it to middleware. */
export interface Call<Params> {
  readonly model: NamedModel & { readonly specificationVersion: string }
  readonly params: Params & { readonly abortSignal?: AbortSignal | undefined }
}

/** The names of the called model in the price book. Throws a `TypeError` if its specification is not one that the middleware knows. */
export const modelOf = (adapter: string, options: ModelBudget, { model }: Call<unknown>) => {
  const { modelId, specificationVersion } = model
  if (["v3", "v4"].includes(specificationVersion)) return pricedAs(options, model)
  throw new TypeError(
    `${adapter} needs a model of specification v3 or v4, and ${modelId} has ${specificationVersion}: use \`ai\` 6 or 7, and a provider for it.`
  )
}
