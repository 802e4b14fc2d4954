// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const hold: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "state", kind: "text" },
  { name: "amount", kind: "dollars" },
  { name: "cost", kind: "dollars" },
  { name: "is_byok", kind: "flag" },
  { name: "key_hash", kind: "id" },
  { name: "workspace_id", kind: "id" },
  { name: "user_id", kind: "text" },
  { name: "models", kind: "list" },
  { name: "provider", kind: "text" },
  { name: "credential_id", kind: "id" },
  { name: "basis", kind: "text" },
  { name: "labels", kind: "json" },
  { name: "instance", kind: "text" },
  { name: "opened_at", kind: "time" },
  { name: "sent_at", kind: "time", isNullable: true },
  { name: "lease_ends_at", kind: "time" },
  { name: "ended_at", kind: "time", isNullable: true },
  { name: "corrections", kind: "number" },
  { name: "flags", kind: "list" }
]

const budget: ReadonlyArray<Column> = [
  { name: "scope", kind: "text" },
  { name: "window", kind: "text" },
  { name: "limit", kind: "dollars" },
  { name: "spent", kind: "dollars" },
  { name: "held", kind: "dollars" },
  { name: "unknown", kind: "dollars" },
  { name: "remaining", kind: "dollars", limit: "limit" },
  { name: "resets_at", kind: "time", isNullable: true }
]

const authorizedHold: ReadonlyArray<Column> = [
  { name: "data", kind: "record", columns: hold },
  { name: "repeated", kind: "flag" },
  { name: "plan", kind: "json" },
  { name: "providers", kind: "list" },
  { name: "key_holder", kind: "json" },
  { name: "budgets", kind: "table", columns: budget }
]

const releasedHolds: ReadonlyArray<Column> = [{ name: "released", kind: "number" }]

const holdCorrection: ReadonlyArray<Column> = [
  { name: "at", kind: "time" },
  { name: "before", kind: "dollars" },
  { name: "after", kind: "dollars" },
  { name: "reason", kind: "text" },
  { name: "by", kind: "id" }
]

const holdWithCorrections: ReadonlyArray<Column> = [
  { name: "data", kind: "record", columns: hold },
  { name: "corrections", kind: "table", columns: holdCorrection }
]

const openedCredential: ReadonlyArray<Column> = [{ name: "key", kind: "secret" }]

/** The operations of `spending`. */
export const spending: ReadonlyArray<Operation> = [
  {
    method: "authorize",
    description:
      "Sets an amount aside for a request of an API key, if every budget that applies has room for it. Answers 200 to a repetition and to a dry run. If the client disconnects before the answer, a hold whose `id` it has stated stays open, and another is released.",
    forGateways: true,
    path: [],
    takes: "body",
    fields: [
      {
        name: "key",
        kind: "secret",
        meaning: "The API key that makes the request, as it was presented.",
        isRequired: true
      },
      {
        name: "amount",
        kind: "number",
        meaning: "Amount to set aside, in USD. Required unless `usage` is stated. 0 to 1,000,000,000."
      },
      {
        name: "usage",
        kind: "json",
        meaning:
          "The most that the request may consume, to set its price aside: that of the dearest of its models at `provider`. Without a provider, the only rate card of a model is taken, if one provider that the policy allows has one."
      },
      {
        name: "model",
        kind: "text",
        meaning: "Slug of the model. Send either `model` or `models`. 1 to 255 characters."
      },
      {
        name: "models",
        kind: "list",
        meaning:
          "Slugs of the models: the first choice, then the fallbacks. Send either `model` or `models`. 1 to 8 items."
      },
      {
        name: "id",
        kind: "text",
        meaning: "UUID of version 7 for the hold. Repeating a creation with the same id changes nothing."
      },
      {
        name: "provider",
        kind: "text",
        meaning: "Slug of the provider that the request goes to, or of a server of your own. 1 to 50 characters."
      },
      {
        name: "credential",
        kind: "text",
        meaning:
          "Whose credentials the request may use: the gateway's `own`, those that the organization has stored (`byok`), or `any` of both. If stored ones may be used, state which one at `sent`. Default: own.",
        choices: ["own", "byok", "any"]
      },
      {
        name: "user_id",
        kind: "text",
        meaning: "User who makes the request. Defaults to the user of the key. 1 to 255 characters."
      },
      {
        name: "zdr",
        kind: "boolean",
        meaning: "Whether the request uses only endpoints with zero data retention. Default: false."
      },
      {
        name: "lease_seconds",
        kind: "number",
        meaning:
          "Length of the lease in seconds. The hold ends with its lease unless it is extended. 1 to 2,592,000. Default: 600."
      },
      { name: "instance", kind: "text", meaning: "Name of the process that creates the hold. 1 to 64 characters." },
      { name: "labels", kind: "json", meaning: "Labels for reports. Default: {}." },
      {
        name: "dry_run",
        kind: "boolean",
        meaning:
          "Whether to judge the request without setting anything aside. The hold of the answer is not stored, so acts on it find none."
      }
    ],
    answers: "record",
    columns: authorizedHold
  },
  {
    method: "list",
    description:
      "Returns one page of holds, newest first: those of the key's organization, or of all organizations for a gateway key of all.",
    isReading: true,
    forGateways: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." },
      {
        name: "state",
        kind: "text",
        meaning: "Only holds in this state.",
        choices: ["open", "expired", "released", "unknown", "settled"]
      },
      {
        name: "flag",
        kind: "text",
        meaning: "Only holds with this flag.",
        choices: [
          "overdrawn",
          "late",
          "outside_plan",
          "outside_policy",
          "price_missing",
          "settlement_refused",
          "credential_assumed"
        ]
      },
      {
        name: "key_hash",
        kind: "text",
        meaning: "Only holds of the API key with this hash. 64 characters.",
        isKey: true
      },
      { name: "workspace_id", kind: "text", meaning: "Only records of the workspace with this UUID." },
      { name: "instance", kind: "text", meaning: "Only holds that this process created. 1 to 64 characters." }
    ],
    answers: "page",
    columns: hold
  },
  {
    method: "releaseAll",
    description:
      "Releases the open holds of a process whose requests were not sent. A gateway calls it when it starts again.",
    forGateways: true,
    path: [],
    takes: "body",
    fields: [
      {
        name: "instance",
        kind: "text",
        meaning: "Name of the process, as it was stated when the holds were created. 1 to 64 characters.",
        isRequired: true
      }
    ],
    answers: "record",
    columns: releasedHolds
  },
  {
    method: "get",
    description: "Returns a hold, and every correction of its cost.",
    isReading: true,
    forGateways: true,
    path: [{ name: "id", meaning: "UUID of the hold." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: holdWithCorrections
  },
  {
    method: "sent",
    description:
      "Records that the request was sent to a provider, and the credential that it uses, if one is stated. If the lease ends after that, the hold becomes unknown and still counts.",
    forGateways: true,
    path: [{ name: "id", meaning: "UUID of the hold." }],
    takes: "body",
    fields: [
      {
        name: "credential_id",
        kind: "text",
        meaning:
          "Credential of the plan that the request uses. Null for the gateway's own. A settlement that names none counts for the last one. UUID.",
        isNullable: true
      }
    ],
    answers: "record",
    columns: hold
  },
  {
    method: "extend",
    description:
      "Holds a larger amount for a request that goes on, and renews the lease. Without an amount or a body, it only renews the lease.",
    forGateways: true,
    path: [{ name: "id", meaning: "UUID of the hold." }],
    takes: "body",
    fields: [
      {
        name: "amount",
        kind: "number",
        meaning:
          "The whole amount to hold, in USD. A lower amount than the present one changes nothing. 0 to 1,000,000,000."
      },
      {
        name: "lease_seconds",
        kind: "number",
        meaning: "Length of the lease from now, in seconds. Defaults to that of the creation. 1 to 2,592,000."
      }
    ],
    answers: "record",
    columns: hold
  },
  {
    method: "settle",
    description:
      "Ends a hold with the cost of its request, which is recorded in full. A hold that is settled already does not change. A cost for which the counters have no room leaves the hold unknown.",
    forGateways: true,
    path: [{ name: "id", meaning: "UUID of the hold." }],
    takes: "body",
    fields: [
      {
        name: "cost",
        kind: "number",
        meaning:
          "Cost of the request in USD. 0 if the provider billed nothing. It takes precedence over `usage`. 0 to 1,000,000,000."
      },
      {
        name: "usage",
        kind: "json",
        meaning:
          "What the request consumed. Without a cost, it is priced as of the opening of the hold, at `provider`, else at that of the hold, else by the only rate card. Without a price, the hold becomes unknown."
      },
      {
        name: "credential_id",
        kind: "text",
        meaning:
          "Credential that was used. Null for the gateway's own. Defaults to the one that `sent` stated last, else to the gateway's own if the plan has it, else to the only one of the plan. Required if the plan has several and the gateway's own is none of them. UUID.",
        isNullable: true
      },
      {
        name: "model",
        kind: "text",
        meaning:
          "Slug of the model that was used. Required to price `usage` if the hold has several models. 1 to 255 characters."
      },
      { name: "provider", kind: "text", meaning: "Slug of the provider that was used. 1 to 50 characters." },
      {
        name: "basis",
        kind: "text",
        meaning:
          "Source of a stated cost: the provider's report, the price table, or an estimate. The price of a `usage` is from the price table, unless it is stated as an estimate.",
        choices: ["provider", "table", "estimate"]
      }
    ],
    answers: "record",
    columns: hold
  },
  {
    method: "release",
    description:
      "Ends a hold whose request was not made, and returns its amount. A hold that is unknown or settled does not change.",
    forGateways: true,
    path: [{ name: "id", meaning: "UUID of the hold." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: hold
  },
  {
    method: "markUnknown",
    description: "Records that the provider may have billed the request. The amount counts until the hold is settled.",
    forGateways: true,
    path: [{ name: "id", meaning: "UUID of the hold." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: hold
  },
  {
    method: "credential",
    description:
      "Returns the secret of a provider credential that the plan of an open hold has. Only servers that were started with `--serve-credentials` do this; all others answer 403 and open nothing.",
    forGateways: true,
    path: [
      { name: "id", meaning: "UUID of the hold." },
      { name: "credential_id", meaning: "UUID of the credential." }
    ],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: openedCredential
  },
  {
    method: "correct",
    description:
      "Replaces the cost of a settled hold by a truer one. Counters change by the difference. The reason is kept with the correction. Returns the hold and every correction of its cost.",
    path: [{ name: "id", meaning: "UUID of the hold." }],
    takes: "body",
    fields: [
      {
        name: "cost",
        kind: "number",
        meaning: "What the request cost, in USD. It replaces the present cost. 0 to 1,000,000,000.",
        isRequired: true
      },
      {
        name: "reason",
        kind: "text",
        meaning: "Why this cost is truer. It is kept with the correction. 1 to 500 characters.",
        isRequired: true
      }
    ],
    answers: "record",
    columns: holdWithCorrections
  },
  {
    method: "recordUsage",
    description:
      "Records a request that was made without a hold. Its cost counts without an admission, so it may exceed budgets.",
    forGateways: true,
    path: [],
    takes: "body",
    fields: [
      {
        name: "id",
        kind: "text",
        meaning:
          "UUID of version 7 for the request, with its time: at most 24 hours ahead, and within the retention of the ledger. Recording a request again with the same id changes nothing.",
        isRequired: true
      },
      {
        name: "key_hash",
        kind: "text",
        meaning:
          "Hash of the ordinary API key that made the request. The key may be disabled or deleted. 64 characters.",
        isRequired: true,
        isKey: true
      },
      {
        name: "cost",
        kind: "number",
        meaning:
          "Cost of the request in USD. 0 if the provider billed nothing. It takes precedence over `usage`. 0 to 1,000,000,000."
      },
      {
        name: "usage",
        kind: "json",
        meaning:
          "What the request consumed. Without a cost, it is priced as of the opening of the hold, at `provider`, else at that of the hold, else by the only rate card. Without a price, the hold becomes unknown."
      },
      {
        name: "credential_id",
        kind: "text",
        meaning: "Credential that was used. Null, the default, for the gateway's own. UUID.",
        isNullable: true
      },
      {
        name: "model",
        kind: "text",
        meaning:
          "Slug of the model that was used. Required to price `usage` if the hold has several models. 1 to 255 characters."
      },
      { name: "provider", kind: "text", meaning: "Slug of the provider that was used. 1 to 50 characters." },
      {
        name: "basis",
        kind: "text",
        meaning:
          "Source of a stated cost: the provider's report, the price table, or an estimate. The price of a `usage` is from the price table, unless it is stated as an estimate.",
        choices: ["provider", "table", "estimate"]
      },
      {
        name: "at",
        kind: "text",
        meaning:
          "Time of the request. It decides the intervals in which its cost counts. Defaults to now. ISO 8601 date and time."
      }
    ],
    answers: "record",
    columns: hold
  }
]
