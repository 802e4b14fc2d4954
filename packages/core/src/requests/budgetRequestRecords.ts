import * as Struct from "effect/Struct"
import { records } from "../records/Records.js"
import { type BudgetRequestId, BudgetRequestRecord } from "./BudgetRequest.js"

export const budgetRequestRecords = records({
  table: "budget_requests",
  record: BudgetRequestRecord,
  view: Struct.keys(BudgetRequestRecord.fields),
  key: "id",
  identify: (_: BudgetRequestId) => "id",
  patchable: ["state", "decided_at", "decided_by", "decision", "boost_id", "approved", "until"],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: ["key_hash", "state"],
  listName: ({ key_hash, state }) =>
    ["budget requests", ...(key_hash === undefined ? [] : [key_hash]), ...(state === undefined ? [] : [state])].join(
      " "
    )
})
