/** Kinds of budgets, in words. */
export const scopeText = {
  key: "Key",
  guardrail_key: "Guardrail, of a key",
  guardrail_member: "Guardrail, of a user",
  run: "Run",
  workspace: "Workspace",
  organization: "Organization"
} as const

/** Windows of budgets, in words. */
export const windowText = {
  lifetime: "in all",
  daily: "a day",
  weekly: "a week",
  monthly: "a month"
} as const
