import * as Struct from "effect/Struct"
import { records } from "../records/Records.js"
import { BoostRecord } from "./BoostRecord.js"
import type { BoostId } from "./BudgetBoost.js"

export const boostRecords = records({
  table: "spending_boosts",
  record: BoostRecord,
  view: Struct.keys(BoostRecord.fields),
  key: "id",
  identify: (_: BoostId) => "id",
  patchable: ["ended_at"],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: [],
  listName: () => "boosts"
})
