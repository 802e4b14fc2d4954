// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const activityRow: ReadonlyArray<Column> = [
  { name: "day", kind: "text" },
  { name: "model", kind: "text" },
  { name: "provider", kind: "text" },
  { name: "key", kind: "id" },
  { name: "key_name", kind: "text" },
  { name: "user", kind: "text" },
  { name: "workspace", kind: "id" },
  { name: "workspace_name", kind: "text" },
  { name: "basis", kind: "text" },
  { name: "labels", kind: "json" },
  { name: "requests", kind: "number" },
  { name: "cost", kind: "dollars" },
  { name: "byok_cost", kind: "dollars" },
  { name: "unknown", kind: "dollars" },
  { name: "input_tokens", kind: "number" },
  { name: "output_tokens", kind: "number" }
]

/** The operations of `activity`. */
export const activity: ReadonlyArray<Operation> = [
  {
    method: "list",
    description: "Returns one page of what requests cost, in groups. An ordinary key sees its own requests.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 100." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." },
      { name: "from", kind: "text", meaning: "First day (UTC). By default, the day 29 days before `to`." },
      { name: "to", kind: "text", meaning: "Last day (UTC), inclusive, at most 366 days in all. By default, today." },
      {
        name: "group_by",
        kind: "list",
        meaning:
          "What to group requests by: day, model, provider, key, user, workspace, basis, or label: and the name of a label. In a query, separated by commas. By default, day. 1 to 8 items."
      }
    ],
    answers: "page",
    columns: activityRow
  }
]
