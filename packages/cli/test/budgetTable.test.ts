import { expect, it } from "vitest"
import type { Column } from "../src/operations/Operation.js"
import { budgetTable } from "../src/output/budgetTable.js"
import { columnsOf } from "../src/output/columns.js"

const columns: ReadonlyArray<Column> = [
  { name: "scope", kind: "text" },
  { name: "name", kind: "text" },
  ...["spent", "held", "unknown", "limit", "remaining"].map((name): Column => ({ name, kind: "dollars" })),
  { name: "resets_at", kind: "time" }
]

const budget = {
  ...{ scope: "guardrail_member", window: "daily", share: 0.5, resets_at: null, key_hash: null, user_id: "ada" },
  ...{ spent: 1, held: 0, unknown: 0, limit: 2, remaining: 1 }
}

it("The table of budgets shortens long names to 40 columns, also of wide characters", () => {
  const long = { ...budget, name: "x".repeat(255), user_id: "u".repeat(255) }
  const wide = { ...budget, name: "模".repeat(255) }
  const [, first = "", second = ""] = budgetTable(columns, [long, wide], false).split("\n")
  expect(first).toContain(`  ${"x".repeat(39)}…  ${"u".repeat(39)}…  daily`)
  expect(second).toContain(`  ${"模".repeat(19)}…   ada`)
  expect([first, second].map(columnsOf)).toEqual([180, 180])
})
