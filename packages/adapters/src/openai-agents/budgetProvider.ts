import { checkBudget } from "../base/Budget.js"
import { type LanguageModelBudget, outputOptions } from "../base/ModelBudget.js"
import { type AnyModel, budgetModel } from "./budgetModel.js"

/**
 * A `ModelProvider` of OpenAI's Agents SDK around another one: its models pay for each request from a budget. A model that an agent has as an
 * object is not asked for by its name: wrap that one with `budgetModel`.
 *
 * @throws {TypeError} if `spending` or `key` is missing.
 */
export const budgetProvider = <M extends AnyModel>(
  options: LanguageModelBudget,
  provider: { getModel(name?: string): M | Promise<M> }
) => {
  checkBudget("budgetProvider", options, outputOptions)
  return { getModel: async (name?: string): Promise<M> => budgetModel(options, await provider.getModel(name), name) }
}
