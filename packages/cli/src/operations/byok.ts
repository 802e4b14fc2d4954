// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"
import { providers } from "./providers.js"

const byokCredential: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "provider", kind: "text" },
  { name: "workspace_id", kind: "id" },
  { name: "label", kind: "text" },
  { name: "name", kind: "text" },
  { name: "disabled", kind: "flag" },
  { name: "is_fallback", kind: "flag" },
  { name: "allowed_models", kind: "list" },
  { name: "allowed_api_key_hashes", kind: "list" },
  { name: "allowed_user_ids", kind: "list" },
  { name: "sort_order", kind: "number" },
  { name: "created_at", kind: "time" }
]

const deleted: ReadonlyArray<Column> = [{ name: "deleted", kind: "flag" }]

/** The operations of `byok`. */
export const byok: ReadonlyArray<Operation> = [
  {
    method: "list",
    description: "Returns one page of the organization's credentials, by provider and then by sort_order.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." },
      { name: "workspace_id", kind: "text", meaning: "Only records of the workspace with this UUID." },
      {
        name: "provider",
        kind: "text",
        meaning: "Only credentials for the provider with this slug.",
        choices: providers
      }
    ],
    answers: "page",
    columns: byokCredential
  },
  {
    method: "create",
    description: "Stores a provider's secret, encrypted. It is never returned.",
    path: [],
    takes: "body",
    fields: [
      {
        name: "provider",
        kind: "text",
        meaning: "Slug of the upstream provider the credential authenticates against.",
        isRequired: true,
        choices: providers
      },
      {
        name: "key",
        kind: "secret",
        meaning: "The provider's secret, 1 to 16384 characters. It is stored encrypted and never returned.",
        isRequired: true
      },
      {
        name: "name",
        kind: "text",
        meaning: "Display name. Null if it has none. 1 to 255 characters.",
        isNullable: true
      },
      { name: "disabled", kind: "boolean", meaning: "Whether the credential is disabled. Default: false." },
      {
        name: "is_fallback",
        kind: "boolean",
        meaning: "Whether this credential is tried only after the provider's other credentials. Default: false."
      },
      {
        name: "allowed_models",
        kind: "list",
        meaning: "Slugs of the models the credential may be used for, at most 100. Null means no restriction.",
        isNullable: true
      },
      {
        name: "allowed_api_key_hashes",
        kind: "list",
        meaning: "Hashes of the API keys that may use the credential, at most 100. Null means no restriction.",
        isNullable: true,
        isKey: true
      },
      {
        name: "allowed_user_ids",
        kind: "list",
        meaning: "Ids of the users who may use the credential, at most 100. Null means no restriction.",
        isNullable: true
      },
      {
        name: "sort_order",
        kind: "number",
        meaning: "Position within the provider, 0 to 1000000. Defaults to the position after the last."
      },
      {
        name: "workspace_id",
        kind: "text",
        meaning:
          "UUID of the workspace that the credential belongs to. Defaults to the organization's default workspace."
      }
    ],
    answers: "record",
    columns: byokCredential
  },
  {
    method: "get",
    description: "Returns a provider credential, without its secret.",
    isReading: true,
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: byokCredential
  },
  {
    method: "update",
    description: "Changes a provider credential. A new secret replaces the old one, which is deleted.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "body",
    fields: [
      {
        name: "key",
        kind: "secret",
        meaning: "New secret. It replaces the old one, which is deleted. 1 to 16,384 characters."
      },
      {
        name: "name",
        kind: "text",
        meaning: "Display name. Null if it has none. 1 to 255 characters.",
        isNullable: true
      },
      { name: "disabled", kind: "boolean", meaning: "Whether the credential is disabled." },
      {
        name: "is_fallback",
        kind: "boolean",
        meaning: "Whether this credential is tried only after the provider's other credentials."
      },
      {
        name: "allowed_models",
        kind: "list",
        meaning: "Slugs of the models the credential may be used for, at most 100. Null means no restriction.",
        isNullable: true
      },
      {
        name: "allowed_api_key_hashes",
        kind: "list",
        meaning: "Hashes of the API keys that may use the credential, at most 100. Null means no restriction.",
        isNullable: true,
        isKey: true
      },
      {
        name: "allowed_user_ids",
        kind: "list",
        meaning: "Ids of the users who may use the credential, at most 100. Null means no restriction.",
        isNullable: true
      },
      { name: "sort_order", kind: "number", meaning: "Position within the provider, 0 to 1000000." }
    ],
    answers: "record",
    columns: byokCredential
  },
  {
    method: "delete",
    description: "Deletes a provider credential and its encrypted secret.",
    path: [{ name: "id", meaning: "UUID of the resource." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: deleted
  }
]
