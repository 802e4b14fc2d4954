// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const keyBudget: ReadonlyArray<Column> = [
  { name: "scope", kind: "text" },
  { name: "window", kind: "text" },
  { name: "limit", kind: "dollars" },
  { name: "spent", kind: "dollars" },
  { name: "held", kind: "dollars" },
  { name: "unknown", kind: "dollars" },
  { name: "remaining", kind: "dollars", limit: "limit" },
  { name: "resets_at", kind: "time", isNullable: true }
]

const currentApiKey: ReadonlyArray<Column> = [
  { name: "hash", kind: "id" },
  { name: "name", kind: "text" },
  { name: "label", kind: "text" },
  { name: "disabled", kind: "flag" },
  { name: "limit", kind: "dollars" },
  { name: "limit_remaining", kind: "dollars", limit: "limit" },
  { name: "limit_reset", kind: "text" },
  { name: "include_byok_in_limit", kind: "flag" },
  { name: "usage", kind: "dollars" },
  { name: "usage_daily", kind: "dollars" },
  { name: "usage_weekly", kind: "dollars" },
  { name: "usage_monthly", kind: "dollars" },
  { name: "byok_usage", kind: "dollars" },
  { name: "byok_usage_daily", kind: "dollars" },
  { name: "byok_usage_weekly", kind: "dollars" },
  { name: "byok_usage_monthly", kind: "dollars" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time" },
  { name: "expires_at", kind: "time", isNullable: true },
  { name: "creator_user_id", kind: "text" },
  { name: "workspace_id", kind: "id" },
  { name: "is_management_key", kind: "flag" },
  { name: "metadata", kind: "json" },
  { name: "external_id", kind: "text" },
  { name: "created_by", kind: "text" },
  { name: "last_used_at", kind: "time", isNullable: true },
  { name: "budgets", kind: "table", columns: keyBudget }
]

const apiKey: ReadonlyArray<Column> = [
  { name: "hash", kind: "id" },
  { name: "name", kind: "text" },
  { name: "label", kind: "text" },
  { name: "disabled", kind: "flag" },
  { name: "limit", kind: "dollars" },
  { name: "limit_remaining", kind: "dollars", limit: "limit" },
  { name: "limit_reset", kind: "text" },
  { name: "include_byok_in_limit", kind: "flag" },
  { name: "usage", kind: "dollars" },
  { name: "usage_daily", kind: "dollars" },
  { name: "usage_weekly", kind: "dollars" },
  { name: "usage_monthly", kind: "dollars" },
  { name: "byok_usage", kind: "dollars" },
  { name: "byok_usage_daily", kind: "dollars" },
  { name: "byok_usage_weekly", kind: "dollars" },
  { name: "byok_usage_monthly", kind: "dollars" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time" },
  { name: "expires_at", kind: "time", isNullable: true },
  { name: "creator_user_id", kind: "text" },
  { name: "workspace_id", kind: "id" },
  { name: "is_management_key", kind: "flag" },
  { name: "metadata", kind: "json" },
  { name: "external_id", kind: "text" },
  { name: "created_by", kind: "text" },
  { name: "last_used_at", kind: "time", isNullable: true }
]

const createdApiKey: ReadonlyArray<Column> = [
  { name: "key", kind: "secret" },
  { name: "data", kind: "record", columns: apiKey }
]

const updatedApiKey: ReadonlyArray<Column> = [
  { name: "hash", kind: "id" },
  { name: "name", kind: "text" },
  { name: "label", kind: "text" },
  { name: "disabled", kind: "flag" },
  { name: "limit", kind: "dollars" },
  { name: "limit_remaining", kind: "dollars", limit: "limit" },
  { name: "limit_reset", kind: "text" },
  { name: "include_byok_in_limit", kind: "flag" },
  { name: "usage", kind: "dollars" },
  { name: "usage_daily", kind: "dollars" },
  { name: "usage_weekly", kind: "dollars" },
  { name: "usage_monthly", kind: "dollars" },
  { name: "byok_usage", kind: "dollars" },
  { name: "byok_usage_daily", kind: "dollars" },
  { name: "byok_usage_weekly", kind: "dollars" },
  { name: "byok_usage_monthly", kind: "dollars" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time" },
  { name: "expires_at", kind: "time", isNullable: true },
  { name: "creator_user_id", kind: "text" },
  { name: "workspace_id", kind: "id" }
]

const deleted: ReadonlyArray<Column> = [{ name: "deleted", kind: "flag" }]

/** The operations of `keys`. */
export const keys: ReadonlyArray<Operation> = [
  {
    method: "current",
    description:
      "Returns the API key used to authenticate this request, with its limit, its usage and the budgets that limit it.",
    isReading: true,
    path: [],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: currentApiKey
  },
  {
    method: "list",
    description:
      "Returns one page of the organization's API keys, newest first by default. `q` searches names, labels and external ids; `hash_prefix` and `name` find a key by the beginning of its hash or its whole name.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 100." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." },
      { name: "include_disabled", kind: "boolean", meaning: "Whether to include disabled keys. Default: true." },
      { name: "workspace_id", kind: "text", meaning: "Only records of the workspace with this UUID." },
      {
        name: "hash_prefix",
        kind: "text",
        meaning: "Only the key whose hash begins with these 8 to 64 digits, or keys, if several do."
      },
      { name: "name", kind: "text", meaning: "Only keys with this name, letter by letter. 1 to 255 characters." },
      {
        name: "q",
        kind: "text",
        meaning:
          "Only keys whose name, label or external_id contains this text. Letters A to Z match in either case. 1 to 255 characters."
      },
      {
        name: "sort",
        kind: "text",
        meaning:
          "Order of the list. A hyphen means descending. Defaults to -created_at, newest first; keys that were never used come last.",
        choices: ["-created_at", "created_at", "name", "-name", "-last_used_at", "last_used_at"]
      }
    ],
    answers: "page",
    columns: apiKey
  },
  {
    method: "create",
    description: "Creates an API key. The secret is returned only in this response.",
    path: [],
    takes: "body",
    fields: [
      { name: "name", kind: "text", meaning: "Display name. 1 to 255 characters.", isRequired: true },
      {
        name: "limit",
        kind: "number",
        meaning: "Spending limit in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000.",
        isNullable: true
      },
      {
        name: "limit_reset",
        kind: "text",
        meaning: "Interval at which the limit resets, at midnight UTC. Null if it never resets.",
        isNullable: true,
        choices: ["daily", "weekly", "monthly"]
      },
      {
        name: "include_byok_in_limit",
        kind: "boolean",
        meaning: "Whether usage through the account's own credentials (BYOK) counts toward the limit. Default: false."
      },
      {
        name: "expires_at",
        kind: "text",
        meaning: "Expiration time (UTC). Null if the key does not expire. ISO 8601 date and time.",
        isNullable: true
      },
      {
        name: "creator_user_id",
        kind: "text",
        meaning: "User the key is created for. Null means the caller's user. 1 to 255 characters.",
        isNullable: true
      },
      {
        name: "workspace_id",
        kind: "text",
        meaning: "UUID of the workspace that the key belongs to. Defaults to the organization's default workspace."
      },
      {
        name: "metadata",
        kind: "json",
        meaning: "Up to 16 name-value pairs of text. The holder of the key can read them. Default: {}.",
        isNullable: true
      },
      {
        name: "external_id",
        kind: "text",
        meaning:
          "Identifier of the key in another system, unique in the organization. Null if it has none. 1 to 255 characters.",
        isNullable: true
      },
      {
        name: "management",
        kind: "boolean",
        meaning:
          "Whether to create a management key. Management keys manage the account and cannot spend. Default: false."
      }
    ],
    answers: "record",
    columns: createdApiKey
  },
  {
    method: "get",
    description: "Returns an API key with its limit and usage.",
    isReading: true,
    path: [{ name: "hash", meaning: "Hash of the key, 64 lowercase hexadecimal digits.", isKey: true }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: apiKey
  },
  {
    method: "update",
    description:
      "Changes an API key. Omitted fields keep their values. A disabled key is enabled only while its user is a member of its workspace.",
    path: [{ name: "hash", meaning: "Hash of the key, 64 lowercase hexadecimal digits.", isKey: true }],
    takes: "body",
    fields: [
      { name: "name", kind: "text", meaning: "New display name. 1 to 255 characters." },
      { name: "disabled", kind: "boolean", meaning: "Whether the key is disabled. Takes effect on the next request." },
      {
        name: "limit",
        kind: "number",
        meaning: "Spending limit in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000.",
        isNullable: true
      },
      {
        name: "limit_reset",
        kind: "text",
        meaning: "Interval at which the limit resets, at midnight UTC. Null if it never resets.",
        isNullable: true,
        choices: ["daily", "weekly", "monthly"]
      },
      {
        name: "include_byok_in_limit",
        kind: "boolean",
        meaning: "Whether usage through the account's own credentials (BYOK) counts toward the limit."
      },
      {
        name: "expires_at",
        kind: "text",
        meaning: "Expiration time (UTC). Null if the key does not expire. ISO 8601 date and time.",
        isNullable: true
      },
      {
        name: "metadata",
        kind: "json",
        meaning: "Up to 16 name-value pairs of text, which replace all existing ones. Null removes them.",
        isNullable: true
      },
      {
        name: "external_id",
        kind: "text",
        meaning:
          "Identifier of the key in another system, unique in the organization. Null removes it. 1 to 255 characters.",
        isNullable: true
      }
    ],
    answers: "record",
    columns: updatedApiKey
  },
  {
    method: "rotate",
    description:
      "Gives an API key a new secret, which is returned only in this response. The old one works for the grace, by default not at all. The hash, limits, usage, assignments and holds stay. The user of the key must be a member of its workspace.",
    path: [{ name: "hash", meaning: "Hash of the key, 64 lowercase hexadecimal digits.", isKey: true }],
    takes: "body",
    fields: [
      {
        name: "grace_seconds",
        kind: "number",
        meaning:
          "Number of seconds for which the old secret still works, at most 2592000 (30 days) and never longer than the key. Defaults to 0. Default: 0."
      }
    ],
    answers: "record",
    columns: createdApiKey
  },
  {
    method: "delete",
    description:
      "Deletes an API key. It is rejected from the next request on. The organization's last management key cannot be deleted.",
    path: [{ name: "hash", meaning: "Hash of the key, 64 lowercase hexadecimal digits.", isKey: true }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: deleted
  }
]
