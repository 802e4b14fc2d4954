import { providerSlug } from "@tollgate/node"
import type { Budget } from "./Budget.js"

/** A model, as its framework names it. */
export interface NamedModel {
  readonly modelId: string
  readonly provider: string
}

/** A budget on models, and their names in the price book. */
export interface ModelBudget extends Budget {
  /** Slug of the model in the price book, or a function that returns it. @default the framework's id */
  readonly model?: string | ((model: NamedModel) => string) | undefined
  /**
   * Slug of its provider, or a function that returns it.
   *
   * @default the framework's name of the provider up to its first dot, as an import of prices maps it
   */
  readonly provider?: string | ((model: NamedModel) => string) | undefined
}

/** A budget on language models. */
export interface LanguageModelBudget extends ModelBudget {
  /**
   * Output tokens to set aside for a request that states no maximum. A streamed answer holds more as it grows, except in LangChain.
   *
   * @default 1024
   */
  readonly output?: number | undefined
}

/** The options of a budget on models, and on those with an output. */
export const modelOptions = ["model", "provider"]
export const outputOptions = [...modelOptions, "output"]

/**
 * The names of a model in the price book.
 *
 * @throws {TypeError} if neither the budget nor the model states its name: one sentence that says what to pass to `adapter`.
 */
export const pricedAs = (adapter: string, { model: given, provider }: ModelBudget, of: NamedModel) => {
  const model = named(given, of) ?? of.modelId
  if (model !== "") return { model, provider: named(provider, of) ?? providerOf(of) }
  throw new TypeError(
    `${adapter} needs \`model\`: pass the slug of the model in the price book, which the model does not state.`
  )
}

const named = (name: ModelBudget["model"], of: NamedModel) => (typeof name === "function" ? name(of) : name)

/** Frameworks name endpoints of a provider, such as `openai.responses`, and Vertex AI among those of Google. */
const providerOf = ({ provider }: NamedModel) =>
  providerSlug(/\bvertex\b/.test(provider) ? "google-vertex" : (provider.split(".")[0] ?? provider))
