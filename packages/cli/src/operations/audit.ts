// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const auditEntry: ReadonlyArray<Column> = [
  { name: "seq", kind: "number" },
  { name: "created_at", kind: "time" },
  { name: "action", kind: "text" },
  { name: "object", kind: "text" },
  { name: "actor_kind", kind: "text" },
  { name: "actor_hash", kind: "id" },
  { name: "actor_user_id", kind: "text" },
  { name: "changes", kind: "json" },
  { name: "secrets", kind: "list" },
  { name: "request_id", kind: "text" },
  { name: "address", kind: "text" },
  { name: "hash", kind: "text" }
]

/** The operations of `audit`. */
export const audit: ReadonlyArray<Operation> = [
  {
    method: "list",
    description: "Returns one page of the changes of the account, newest first.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." },
      {
        name: "actor_hash",
        kind: "text",
        meaning: "Only changes by the management key with this hash. 64 characters.",
        isKey: true
      },
      {
        name: "action",
        kind: "text",
        meaning: "Only changes by this operation, such as keys.updateKey. 1 to 255 characters."
      },
      { name: "object", kind: "text", meaning: "Only changes of the object with this id. 1 to 255 characters." },
      { name: "from", kind: "text", meaning: "Only changes at this time (UTC) or later. ISO 8601 date and time." },
      { name: "to", kind: "text", meaning: "Only changes before this time (UTC). ISO 8601 date and time." }
    ],
    answers: "page",
    columns: auditEntry
  }
]
