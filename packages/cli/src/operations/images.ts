// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const imageModel: ReadonlyArray<Column> = [
  { name: "id", kind: "text" },
  { name: "name", kind: "text" },
  { name: "description", kind: "text" },
  { name: "created", kind: "number" },
  { name: "architecture", kind: "json" },
  { name: "endpoints", kind: "text" },
  { name: "supported_parameters", kind: "json" },
  { name: "supports_streaming", kind: "flag" }
]

const record: ReadonlyArray<Column> = [
  { name: "billable", kind: "text" },
  { name: "unit", kind: "text" },
  { name: "cost_usd", kind: "number" },
  { name: "variant", kind: "text" }
]

const imageEndpoint: ReadonlyArray<Column> = [
  { name: "provider_name", kind: "text" },
  { name: "provider_slug", kind: "text" },
  { name: "provider_tag", kind: "text" },
  { name: "supported_parameters", kind: "json" },
  { name: "supports_streaming", kind: "flag" },
  { name: "pricing", kind: "table", columns: record },
  { name: "allowed_passthrough_parameters", kind: "list" }
]

const imageModelEndpoints: ReadonlyArray<Column> = [
  { name: "id", kind: "text" },
  { name: "endpoints", kind: "table", columns: imageEndpoint }
]

/** The operations of `images`. */
export const images: ReadonlyArray<Operation> = [
  {
    method: "list",
    description: "Returns the catalogue of image generation models, by id.",
    isReading: true,
    path: [],
    takes: "nothing",
    fields: [],
    answers: "list",
    columns: imageModel
  },
  {
    method: "listEndpoints",
    description: "Returns the providers that serve an image generation model, with their parameters and prices.",
    isReading: true,
    path: [
      { name: "author", meaning: "The part of the model id before the slash." },
      { name: "slug", meaning: "The part of the model id after the slash." }
    ],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: imageModelEndpoints
  },
  {
    method: "replace",
    description: "Replaces the whole catalogue in one transaction and returns it.",
    path: [],
    takes: "body",
    fields: [
      {
        name: "models",
        kind: "json",
        meaning:
          "All models of the catalogue: at most 1000, of together at most 5000000 bytes as JSON in UTF-8, each id once.",
        isRequired: true
      }
    ],
    answers: "list",
    columns: imageModel
  }
]
