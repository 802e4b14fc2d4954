import { type ArchivedTable, all, each, windows } from "./ArchivedTable.js"

const tallies = ["own_spent", "own_held", "own_unknown", "byok_spent", "byok_held", "byok_unknown"]
const gone = ["own_held", "own_unknown", "byok_held", "byok_unknown"].flatMap(each)

/** Scopes without their holds: all that was spent is an opening balance, and nothing is held. */
const settled = Object.fromEntries([
  ...["holds", ...gone].map((name) => [name, "0"]),
  ["opening_day", "day"],
  ...["own", "byok"].flatMap((kind) =>
    windows.map((window) => [`${kind}_opening_${window}`, `${kind}_spent_${window}`])
  )
])

const sums = ["requests", "cost", "byok_cost", "unknown", "input_tokens", "output_tokens"]
const sumKey = ["organization", "day", "api_key", "pruned", "workspace", "member", "request", "outcome", "labels"]

/** What was spent, and the ledger. */
export const spendingTables: ReadonlyArray<ArchivedTable> = [
  {
    name: "spending_scopes",
    key: ["id"],
    isNumbered: true,
    withoutLedger: settled,
    columns: {
      id: "integer",
      organization_id: "text",
      kind: "text",
      guardrail_id: "text",
      subject: "text",
      version: "integer",
      day: "integer",
      ahead: "integer?",
      holds: "integer",
      include_byok: "flag",
      ...all(each("limit"), "amount?"),
      ...all([...tallies, "own_opening", "byok_opening"].flatMap(each), "amount"),
      opening_day: "integer"
    }
  },
  {
    name: "spending_names",
    key: ["id"],
    isLedger: true,
    isNumbered: true,
    columns: { id: "integer", digest: "bytes", name: "text", unused_since: "integer?" }
  },
  {
    name: "spending_holds",
    key: ["id"],
    isLedger: true,
    columns: {
      id: "uuid",
      ...all(["organization", "workspace", "api_key", "member", "request"], "integer"),
      ...all(["labels", "instance", "outcome", "variant"], "integer?"),
      state: "integer",
      asked: "amount",
      amount: "amount",
      cost: "amount?",
      is_byok: "flag",
      flags: "integer",
      lease_seconds: "integer",
      day: "integer",
      parts: "text?",
      scopes: "text",
      input_tokens: "amount",
      output_tokens: "amount",
      opened_at: "integer",
      sent_at: "integer?",
      lease_ends_at: "integer",
      ended_at: "integer?",
      corrections: "integer"
    }
  },
  {
    name: "spending_days",
    key: ["organization", "day"],
    isLedger: true,
    columns: { organization: "integer", day: "integer" }
  },
  {
    name: "spending_sums",
    key: sumKey,
    isLedger: true,
    columns: { ...all(sumKey, "integer"), ...all(sums, "amount") }
  },
  {
    name: "spending_corrections",
    key: ["id"],
    isLedger: true,
    isNumbered: true,
    columns: {
      id: "integer",
      hold: "uuid",
      organization_id: "text",
      replaced_cost: "amount",
      cost: "amount",
      reason: "text",
      corrected_by: "text?",
      corrected_at: "integer"
    }
  }
]
