export type { Budget } from "./base/Budget.js"
export type { ToolBudget, ToolUnit } from "./base/ToolBudget.js"
export { budgetTool, type McpToolBudget } from "./mcp/budgetTool.js"
