// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const guardrail: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "workspace_id", kind: "id" },
  { name: "name", kind: "text" },
  { name: "description", kind: "text" },
  { name: "limit_usd", kind: "dollars" },
  { name: "reset_interval", kind: "text" },
  { name: "allowed_models", kind: "list" },
  { name: "ignored_models", kind: "list" },
  { name: "allowed_providers", kind: "list" },
  { name: "ignored_providers", kind: "list" },
  { name: "enforce_zdr", kind: "flag" },
  { name: "include_byok_in_budgets", kind: "flag" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time", isNullable: true }
]

const memberAssignment: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "user_id", kind: "text" },
  { name: "organization_id", kind: "id" },
  { name: "guardrail_id", kind: "id" },
  { name: "assigned_by", kind: "text" },
  { name: "created_at", kind: "time" }
]

const assignedMembers: ReadonlyArray<Column> = [{ name: "assigned_count", kind: "number" }]

const unassignedMembers: ReadonlyArray<Column> = [{ name: "unassigned_count", kind: "number" }]

const keyAssignment: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "key_hash", kind: "id" },
  { name: "key_name", kind: "text" },
  { name: "key_label", kind: "text" },
  { name: "guardrail_id", kind: "id" },
  { name: "assigned_by", kind: "text" },
  { name: "created_at", kind: "time" }
]

const deleted: ReadonlyArray<Column> = [{ name: "deleted", kind: "flag" }]

/** The operations of `guardrails`. */
export const guardrails: ReadonlyArray<Operation> = [
  {
    method: "list",
    description: "Returns one page of the organization's guardrails, newest first.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." },
      { name: "workspace_id", kind: "text", meaning: "Only records of the workspace with this UUID." }
    ],
    answers: "page",
    columns: guardrail
  },
  {
    method: "create",
    description: "Creates a guardrail without members. limit_usd requires reset_interval.",
    path: [],
    takes: "body",
    fields: [
      { name: "name", kind: "text", meaning: "Display name. 1 to 200 characters.", isRequired: true },
      {
        name: "description",
        kind: "text",
        meaning: "Purpose of the guardrail. Null if not stated. 1 to 1,000 characters.",
        isNullable: true
      },
      {
        name: "limit_usd",
        kind: "number",
        meaning:
          "Spending limit of each member per interval, in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000.",
        isNullable: true
      },
      {
        name: "reset_interval",
        kind: "text",
        meaning: "Interval at which the limit resets, at midnight UTC. Required if limit_usd is set.",
        isNullable: true,
        choices: ["daily", "weekly", "monthly"]
      },
      {
        name: "allowed_models",
        kind: "list",
        meaning:
          "Slugs of the allowed models. Null allows all; an empty list allows none. A model is allowed if its slug as sent or the id of its rate card is in the list, compared exactly, variants included. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "ignored_models",
        kind: "list",
        meaning:
          "Slugs of the blocked models. Null blocks none. A model is blocked under every name: its slug as sent and the id and aliases of its rate card, in any letter case, with variants (:free) and dates. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "allowed_providers",
        kind: "list",
        meaning: "Slugs of the allowed providers. Null allows all; an empty list allows none. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "ignored_providers",
        kind: "list",
        meaning: "Slugs of the blocked providers. Null blocks none. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "enforce_zdr",
        kind: "boolean",
        meaning: "Whether only endpoints with zero data retention are allowed. Null if not stated.",
        isNullable: true
      },
      {
        name: "include_byok_in_budgets",
        kind: "boolean",
        meaning: "Whether usage through the account's own credentials (BYOK) counts toward the limit. Default: false."
      },
      {
        name: "workspace_id",
        kind: "text",
        meaning:
          "UUID of the workspace that the guardrail belongs to. Defaults to the organization's default workspace."
      }
    ],
    answers: "record",
    columns: guardrail
  },
  {
    method: "get",
    description: "Returns a guardrail.",
    isReading: true,
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: guardrail
  },
  {
    method: "update",
    description: "Changes the name, the limit or the rules of a guardrail.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "body",
    fields: [
      { name: "name", kind: "text", meaning: "Display name. 1 to 200 characters." },
      {
        name: "description",
        kind: "text",
        meaning: "Purpose of the guardrail. Null if not stated. 1 to 1,000 characters.",
        isNullable: true
      },
      {
        name: "limit_usd",
        kind: "number",
        meaning:
          "Spending limit of each member per interval, in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000.",
        isNullable: true
      },
      {
        name: "reset_interval",
        kind: "text",
        meaning: "Interval at which the limit resets, at midnight UTC. Required if limit_usd is set.",
        isNullable: true,
        choices: ["daily", "weekly", "monthly"]
      },
      {
        name: "allowed_models",
        kind: "list",
        meaning:
          "Slugs of the allowed models. Null allows all; an empty list allows none. A model is allowed if its slug as sent or the id of its rate card is in the list, compared exactly, variants included. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "ignored_models",
        kind: "list",
        meaning:
          "Slugs of the blocked models. Null blocks none. A model is blocked under every name: its slug as sent and the id and aliases of its rate card, in any letter case, with variants (:free) and dates. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "allowed_providers",
        kind: "list",
        meaning: "Slugs of the allowed providers. Null allows all; an empty list allows none. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "ignored_providers",
        kind: "list",
        meaning: "Slugs of the blocked providers. Null blocks none. At most 1,000 items.",
        isNullable: true
      },
      {
        name: "enforce_zdr",
        kind: "boolean",
        meaning: "Whether only endpoints with zero data retention are allowed. Null if not stated.",
        isNullable: true
      },
      {
        name: "include_byok_in_budgets",
        kind: "boolean",
        meaning: "Whether usage through the account's own credentials (BYOK) counts toward the limit."
      }
    ],
    answers: "record",
    columns: guardrail
  },
  {
    method: "listMembers",
    description: "Returns one page of the member assignments of a guardrail, newest first.",
    isReading: true,
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: memberAssignment
  },
  {
    method: "assignMembers",
    description:
      "Assigns members of the organization to a guardrail. A member has at most one guardrail in each workspace, so an earlier assignment is replaced.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "body",
    fields: [
      {
        name: "member_user_ids",
        kind: "list",
        meaning: "Ids of the users. Duplicates count once; unknown ids are ignored. 1 to 1,000 items.",
        isRequired: true
      }
    ],
    answers: "record",
    columns: assignedMembers
  },
  {
    method: "unassignMembers",
    description: "Removes members from a guardrail.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "body",
    fields: [
      {
        name: "member_user_ids",
        kind: "list",
        meaning: "Ids of the users. Duplicates count once; unknown ids are ignored. 1 to 1,000 items.",
        isRequired: true
      }
    ],
    answers: "record",
    columns: unassignedMembers
  },
  {
    method: "listKeys",
    description: "Returns one page of the key assignments of a guardrail, newest first.",
    isReading: true,
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: keyAssignment
  },
  {
    method: "assignKeys",
    description:
      "Assigns API keys of the guardrail's workspace to a guardrail. A key has at most one guardrail, so an earlier assignment is replaced. Management keys, keys of other workspaces and unknown keys are skipped.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "body",
    fields: [
      {
        name: "key_hashes",
        kind: "list",
        meaning: "Hashes of the keys. Duplicates count once; unknown keys are ignored. 1 to 1,000 items.",
        isRequired: true,
        isKey: true
      }
    ],
    answers: "record",
    columns: assignedMembers
  },
  {
    method: "unassignKeys",
    description: "Removes API keys from a guardrail. Keys that are not assigned to it are skipped.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "body",
    fields: [
      {
        name: "key_hashes",
        kind: "list",
        meaning: "Hashes of the keys. Duplicates count once; unknown keys are ignored. 1 to 1,000 items.",
        isRequired: true,
        isKey: true
      }
    ],
    answers: "record",
    columns: unassignedMembers
  },
  {
    method: "listAllMembers",
    description: "Returns one page of the member assignments of all guardrails, newest first.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: memberAssignment
  },
  {
    method: "listAllKeys",
    description: "Returns one page of the key assignments of all guardrails, newest first.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: keyAssignment
  },
  {
    method: "delete",
    description: "Deletes a guardrail and its assignments.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: deleted
  }
]
