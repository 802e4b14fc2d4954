export type { Budget } from "./base/Budget.js"
export type { ModelBudget, NamedModel } from "./base/ModelBudget.js"
export { type FoundRefusal, refusalIn } from "./base/refusalIn.js"
export { type AgentModelBudget, budgetModel, budgetProvider } from "./openai-agents/budgetProvider.js"
