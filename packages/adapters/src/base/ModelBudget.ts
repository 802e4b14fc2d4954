import { providerSlug } from "@tollgate/node"
import type { Budget } from "./Budget.js"

/** A model, as its framework names it. */
export interface NamedModel {
  readonly modelId: string
  readonly provider: string
}

/** A budget on models, and their names in the price book. */
export interface ModelBudget extends Budget {
  /** Slug of the model in the price book, or how to tell it. @default the id that the framework has for it */
  readonly model?: string | ((model: NamedModel) => string) | undefined
  /**
   * Slug of its provider, or how to tell it.
   *
   * @default the framework's name of the provider up to its first dot, as an import of prices maps it
   */
  readonly provider?: string | ((model: NamedModel) => string) | undefined
}

/** The names of a model in the price book. */
export const pricedAs = ({ model, provider }: ModelBudget, of: NamedModel) => ({
  model: named(model, of) ?? of.modelId,
  provider: named(provider, of) ?? providerOf(of)
})

const named = (name: ModelBudget["model"], of: NamedModel) => (typeof name === "function" ? name(of) : name)

/** Frameworks name endpoints of a provider, such as `openai.responses`, and Vertex AI among those of Google. */
const providerOf = ({ provider }: NamedModel) =>
  providerSlug(/\bvertex\b/.test(provider) ? "google-vertex" : (provider.split(".")[0] ?? provider))
