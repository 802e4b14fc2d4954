// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const workspace: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "slug", kind: "text" },
  { name: "name", kind: "text" },
  { name: "description", kind: "text" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time", isNullable: true },
  { name: "created_by", kind: "text" }
]

const deleted: ReadonlyArray<Column> = [{ name: "deleted", kind: "flag" }]

const workspaceMember: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "user_id", kind: "text" },
  { name: "workspace_id", kind: "id" },
  { name: "role", kind: "text" },
  { name: "created_at", kind: "time" }
]

const addedWorkspaceMembers: ReadonlyArray<Column> = [
  { name: "added_count", kind: "number" },
  { name: "data", kind: "table", columns: workspaceMember }
]

const removedWorkspaceMembers: ReadonlyArray<Column> = [{ name: "removed_count", kind: "number" }]

const pooledBudget: ReadonlyArray<Column> = [
  { name: "interval", kind: "text" },
  { name: "limit_usd", kind: "dollars" },
  { name: "spent_usd", kind: "dollars" },
  { name: "held_usd", kind: "dollars" },
  { name: "unknown_usd", kind: "dollars" },
  { name: "remaining_usd", kind: "dollars", limit: "limit_usd" },
  { name: "resets_at", kind: "time", isNullable: true }
]

/** The operations of `workspaces`. */
export const workspaces: ReadonlyArray<Operation> = [
  {
    method: "list",
    description: "Returns one page of the organization's workspaces, newest first.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: workspace
  },
  {
    method: "create",
    description: "Creates a workspace without members. The slug must be unique in the organization.",
    path: [],
    takes: "body",
    fields: [
      {
        name: "slug",
        kind: "text",
        meaning:
          "Name in URLs, unique in the organization: lowercase letters and digits in groups joined by single hyphens, not a UUID. 1 to 50 characters.",
        isRequired: true
      },
      { name: "name", kind: "text", meaning: "Display name. 1 to 100 characters.", isRequired: true },
      {
        name: "description",
        kind: "text",
        meaning: "Purpose of the workspace. Null if not stated. 1 to 500 characters.",
        isNullable: true
      }
    ],
    answers: "record",
    columns: workspace
  },
  {
    method: "get",
    description: "Returns a workspace.",
    isReading: true,
    path: [{ name: "id", meaning: "UUID or slug of the workspace." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: workspace
  },
  {
    method: "update",
    description: "Changes the slug, the name or the description of a workspace.",
    path: [{ name: "id", meaning: "UUID or slug of the workspace." }],
    takes: "body",
    fields: [
      {
        name: "slug",
        kind: "text",
        meaning:
          "New name in URLs, unique in the organization. The default workspace keeps its slug. 1 to 50 characters."
      },
      { name: "name", kind: "text", meaning: "New display name. 1 to 100 characters." },
      {
        name: "description",
        kind: "text",
        meaning: "Purpose of the workspace. Null if not stated. 1 to 500 characters.",
        isNullable: true
      }
    ],
    answers: "record",
    columns: workspace
  },
  {
    method: "delete",
    description:
      "Deletes a workspace with everything in it. The default workspace stays, and so does one with enabled keys, or with holds that are open or unknown.",
    path: [{ name: "id", meaning: "UUID or slug of the workspace." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: deleted
  },
  {
    method: "addMembers",
    description: "Adds users of the organization to a workspace. Their roles are those in the organization.",
    path: [{ name: "id", meaning: "UUID or slug of the workspace." }],
    takes: "body",
    fields: [
      {
        name: "user_ids",
        kind: "list",
        meaning: "Ids of users of the organization. Duplicates count once; unknown ids are ignored. 1 to 100 items.",
        isRequired: true
      }
    ],
    answers: "record",
    columns: addedWorkspaceMembers
  },
  {
    method: "removeMembers",
    description:
      "Removes users from a workspace and from its guardrails. Their keys in the workspace cannot spend until they are members again, and authorization codes for such keys are revoked.",
    path: [{ name: "id", meaning: "UUID or slug of the workspace." }],
    takes: "body",
    fields: [
      {
        name: "user_ids",
        kind: "list",
        meaning: "Ids of the users. Duplicates count once; unknown ids are ignored. 1 to 100 items.",
        isRequired: true
      }
    ],
    answers: "record",
    columns: removedWorkspaceMembers
  },
  {
    method: "listMembers",
    description: "Returns one page of the members of a workspace, oldest first.",
    isReading: true,
    path: [{ name: "id", meaning: "UUID or slug of the workspace." }],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: workspaceMember
  },
  {
    method: "listBudgets",
    description:
      "Returns the budgets of a workspace, from the shortest interval to the longest. A budget limits what all keys of the workspace spend together.",
    isReading: true,
    path: [{ name: "id", meaning: "UUID or slug of the workspace." }],
    takes: "nothing",
    fields: [],
    answers: "list",
    columns: pooledBudget
  },
  {
    method: "setBudget",
    description:
      "Sets what all keys of a workspace may spend together in an interval. What they have spent in the current interval counts. A shorter interval's limit must be below a longer one's.",
    path: [
      { name: "id", meaning: "UUID or slug of the workspace." },
      { name: "interval", meaning: "Interval of the budget: daily, weekly, monthly or lifetime." }
    ],
    takes: "body",
    fields: [
      {
        name: "limit_usd",
        kind: "number",
        meaning:
          "Spending limit in USD, above the limits of shorter intervals and below those of longer ones. 0 to 1,000,000,000.",
        isRequired: true
      }
    ],
    answers: "record",
    columns: pooledBudget
  },
  {
    method: "deleteBudget",
    description: "Removes the budget of a workspace for an interval.",
    path: [
      { name: "id", meaning: "UUID or slug of the workspace." },
      { name: "interval", meaning: "Interval of the budget: daily, weekly, monthly or lifetime." }
    ],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: deleted
  }
]
