// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const exchangedApiKey: ReadonlyArray<Column> = [
  { name: "key", kind: "secret" },
  { name: "user_id", kind: "text" }
]

const authorizationCode: ReadonlyArray<Column> = [
  { name: "id", kind: "secret" },
  { name: "created_at", kind: "time" },
  { name: "expires_at", kind: "time" }
]

/** The operations of `oauth`. */
export const oauth: ReadonlyArray<Operation> = [
  {
    method: "exchangeCode",
    description:
      "Exchanges an authorization code for an API key. A code works once, while its user is a member of its workspace; PKCE is supported.",
    path: [],
    takes: "body",
    fields: [
      {
        name: "code",
        kind: "secret",
        meaning: "The authorization code from the redirect. At least 1 characters.",
        isRequired: true
      },
      {
        name: "code_verifier",
        kind: "secret",
        meaning: "PKCE code verifier. Required if the code has a challenge. 43 to 128 characters."
      },
      {
        name: "code_challenge_method",
        kind: "text",
        meaning: "PKCE code challenge method. Absent or null means the method stored with the code.",
        isNullable: true,
        choices: ["S256", "plain"]
      }
    ],
    answers: "record",
    columns: exchangedApiKey
  },
  {
    method: "createCode",
    description:
      "Creates an authorization code after a user's consent. An application exchanges it for an API key, once, within ten minutes.",
    path: [],
    takes: "body",
    fields: [
      {
        name: "callback_url",
        kind: "text",
        meaning:
          "URL to redirect the user to, at most 2048 characters: https, or http to localhost, 127.0.0.1 or [::1], without user and fragment.",
        isRequired: true
      },
      { name: "code_challenge", kind: "text", meaning: "PKCE code challenge (RFC 7636). 43 to 128 characters." },
      {
        name: "code_challenge_method",
        kind: "text",
        meaning: "PKCE code challenge method. Defaults to S256 if there is a challenge.",
        choices: ["S256", "plain"]
      },
      {
        name: "user_id",
        kind: "text",
        meaning: "User the key is created for. Null if no particular user. 1 to 255 characters.",
        isNullable: true
      },
      {
        name: "limit",
        kind: "number",
        meaning: "Spending limit of the key in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000.",
        isNullable: true
      },
      {
        name: "usage_limit_type",
        kind: "text",
        meaning: "Interval at which the limit resets, at midnight UTC. Null if it never resets.",
        isNullable: true,
        choices: ["daily", "weekly", "monthly"]
      },
      {
        name: "expires_at",
        kind: "text",
        meaning: "Expiration time of the key (UTC). Null if the key does not expire. ISO 8601 date and time.",
        isNullable: true
      },
      {
        name: "key_label",
        kind: "text",
        meaning: "Name of the key, 1 to 100 characters. Default: Authorized application."
      },
      {
        name: "workspace_id",
        kind: "text",
        meaning: "UUID of the workspace that the key belongs to. Defaults to the organization's default workspace."
      }
    ],
    answers: "record",
    columns: authorizationCode
  }
]
