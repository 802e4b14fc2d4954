// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const preset: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "name", kind: "text" },
  { name: "slug", kind: "text" },
  { name: "description", kind: "text" },
  { name: "designated_version_id", kind: "id" },
  { name: "status", kind: "text" },
  { name: "status_updated_at", kind: "time", isNullable: true },
  { name: "workspace_id", kind: "id" },
  { name: "creator_user_id", kind: "text" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time" }
]

const presetWithVersion: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "name", kind: "text" },
  { name: "slug", kind: "text" },
  { name: "description", kind: "text" },
  { name: "designated_version_id", kind: "id" },
  { name: "status", kind: "text" },
  { name: "status_updated_at", kind: "time", isNullable: true },
  { name: "workspace_id", kind: "id" },
  { name: "creator_user_id", kind: "text" },
  { name: "created_at", kind: "time" },
  { name: "updated_at", kind: "time" },
  { name: "designated_version", kind: "json" }
]

const presetVersion: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "preset_id", kind: "id" },
  { name: "creator_id", kind: "text" },
  { name: "version", kind: "number" },
  { name: "system_prompt", kind: "text" },
  { name: "config", kind: "json" },
  { name: "created_at", kind: "time" }
]

const deleted: ReadonlyArray<Column> = [{ name: "deleted", kind: "flag" }]

/** The operations of `presets`. */
export const presets: ReadonlyArray<Operation> = [
  {
    method: "list",
    description:
      "Returns one page of presets, most recently updated first. An ordinary key reads the presets of its workspace.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." },
      { name: "workspace_id", kind: "text", meaning: "Only records of the workspace with this UUID." }
    ],
    answers: "page",
    columns: preset
  },
  {
    method: "create",
    description: "Creates a preset and its first version, which becomes the designated version.",
    path: [],
    takes: "body",
    fields: [
      {
        name: "slug",
        kind: "text",
        meaning:
          "Name in URLs, unique in the organization: lowercase letters and digits in groups joined by single hyphens. 1 to 50 characters.",
        isRequired: true
      },
      { name: "name", kind: "text", meaning: "Display name. 1 to 255 characters.", isRequired: true },
      {
        name: "description",
        kind: "text",
        meaning: "Purpose of the preset, 1 to 1000 characters. Null if not stated.",
        isNullable: true
      },
      {
        name: "system_prompt",
        kind: "text",
        meaning: "System prompt, at most 32 KiB in UTF-8. Null if there is none. At most 32,768 characters.",
        isNullable: true
      },
      {
        name: "config",
        kind: "json",
        meaning: "Model settings: any JSON object of at most 32 KiB. Defaults to an empty object. Default: {}."
      },
      {
        name: "workspace_id",
        kind: "text",
        meaning: "UUID of the workspace that the preset belongs to. Defaults to the organization's default workspace."
      }
    ],
    answers: "record",
    columns: presetWithVersion
  },
  {
    method: "get",
    description: "Returns a preset with its designated version.",
    isReading: true,
    path: [{ name: "slug", meaning: "Slug of the preset." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: presetWithVersion
  },
  {
    method: "update",
    description: "Changes a preset or its designated version. An archived one cannot be changed.",
    path: [{ name: "slug", meaning: "Slug of the preset." }],
    takes: "body",
    fields: [
      { name: "name", kind: "text", meaning: "New display name. 1 to 255 characters." },
      {
        name: "description",
        kind: "text",
        meaning: "Purpose of the preset, 1 to 1000 characters. Null if not stated.",
        isNullable: true
      },
      {
        name: "status",
        kind: "text",
        meaning: "New status. An archived preset cannot be changed again.",
        choices: ["active", "disabled", "archived"]
      },
      {
        name: "designated_version_id",
        kind: "text",
        meaning: "Id of the version of the preset to use from now on. UUID."
      }
    ],
    answers: "record",
    columns: presetWithVersion
  },
  {
    method: "listVersions",
    description: "Returns one page of the versions of a preset, in ascending order.",
    isReading: true,
    path: [{ name: "slug", meaning: "Slug of the preset." }],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: presetVersion
  },
  {
    method: "createVersion",
    description: "Adds a version to a preset. The designated version stays the same until the preset is updated.",
    path: [{ name: "slug", meaning: "Slug of the preset." }],
    takes: "body",
    fields: [
      {
        name: "system_prompt",
        kind: "text",
        meaning: "System prompt, at most 32 KiB in UTF-8. Null if there is none. At most 32,768 characters.",
        isNullable: true
      },
      { name: "config", kind: "json", meaning: "Model settings: any JSON object of at most 32 KiB.", isRequired: true }
    ],
    answers: "record",
    columns: presetVersion
  },
  {
    method: "getVersion",
    description: "Returns a version of a preset by its number.",
    isReading: true,
    path: [
      { name: "slug", meaning: "Slug of the preset." },
      { name: "version", meaning: "Number of the version, in decimal digits." }
    ],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: presetVersion
  },
  {
    method: "delete",
    description: "Deletes a preset and its versions.",
    path: [{ name: "slug", meaning: "Slug of the preset." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: deleted
  }
]
