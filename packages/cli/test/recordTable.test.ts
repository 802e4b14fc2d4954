import { describe, expect, it } from "vitest"
import type { Column } from "../src/operations/Operation.js"
import { recordLines } from "../src/output/recordLines.js"
import { recordTable } from "../src/output/recordTable.js"

const columns: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "name", kind: "text" },
  { name: "is_admin", kind: "flag" },
  { name: "disabled", kind: "flag" },
  { name: "limit", kind: "dollars" },
  { name: "limit_remaining", kind: "dollars", limit: "limit" },
  { name: "usage", kind: "dollars" },
  { name: "usage_daily", kind: "dollars" },
  { name: "config", kind: "json" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time" },
  { name: "models", kind: "list" },
  { name: "key_hash", kind: "id" }
]

const row = {
  id: "one",
  name: "模型\u202e",
  is_admin: false,
  disabled: false,
  limit: null,
  limit_remaining: null,
  usage: 0.000000001,
  usage_daily: 0,
  config: { a: "\u001b[1m" },
  created_at: "2026-05-31T12:34:56.789Z",
  updated_at: "2026-05-31T12:34:56.789Z",
  models: [],
  key_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
}

const other = {
  ...row,
  id: "another",
  name: "x".repeat(50),
  disabled: true,
  is_admin: true,
  limit: 5,
  limit_remaining: 1.25,
  usage: 3.75
}

const plain = { colors: false }

describe("a table of records", () => {
  it("has the id first, amounts at their end, a bar for what is left, and short times, texts and hashes of others", () => {
    expect(recordTable(columns, [row, other], { colors: false, width: 200 }).split("\n")).toEqual([
      "id       name                                      is               limit   left                     usage  created at        updated at        key hash",
      "one      模型?                                                          -      -              $0.000000001  2026-05-31 12:34  2026-05-31 12:34  9f86d081884c",
      `another  ${"x".repeat(39)}…  admin, disabled     $5  $1.25  ██▌░░░░░░░         $3.75  2026-05-31 12:34  2026-05-31 12:34  9f86d081884c`
    ])
  })

  it("leaves out what says nothing and what has no room", () => {
    expect(recordTable(columns, [row], plain).split("\n")).toEqual([
      "id   name          usage  created at        updated at        key hash",
      "one  模型?  $0.000000001  2026-05-31 12:34  2026-05-31 12:34  9f86d081884c"
    ])
    const long = { ...row, id: "i".repeat(97) }
    expect(recordTable(columns, [long], plain).split("\n")).toEqual([
      `id${" ".repeat(95)}  name          usage  created at`,
      `${"i".repeat(97)}  模型?  $0.000000001  2026-05-31 12:34`
    ])
  })

  it("has bold titles where there are colours", () => {
    expect(recordTable(columns.slice(0, 1), [row], { colors: true })).toBe("\u001b[1mid\u001b[22m\none")
  })
})

describe("one record", () => {
  it("has a line for each field, and a table for each list of records", () => {
    const all = [...columns.slice(0, 6), { name: "config", kind: "json" }, { name: "key", kind: "secret" }] as const
    const budgets = { name: "budgets", kind: "table", columns: columns.slice(4, 6) } as const
    expect(recordLines([...all, budgets], { ...other, key: "secret", budgets: [other] }, plain).split("\n")).toEqual([
      "id:               another",
      `name:             ${"x".repeat(50)}`,
      "is admin:         yes",
      "disabled:         yes",
      "limit:            $5",
      "limit remaining:  $1.25 ██▌░░░░░░░",
      'config:           {"a":"\\u001b[1m"}',
      "",
      "budgets:",
      "  limit   left",
      "     $5  $1.25  ██▌░░░░░░░"
    ])
  })
})
