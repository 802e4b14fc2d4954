// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const priceTier: ReadonlyArray<Column> = [
  { name: "above", kind: "number" },
  { name: "input", kind: "dollars" },
  { name: "output", kind: "dollars" },
  { name: "cache_read", kind: "dollars" },
  { name: "cache_write", kind: "dollars" },
  { name: "cache_write_hour", kind: "dollars" },
  { name: "reasoning", kind: "dollars" },
  { name: "audio_input", kind: "dollars" },
  { name: "audio_output", kind: "dollars" },
  { name: "image_input", kind: "dollars" },
  { name: "image_output", kind: "dollars" }
]

const rateCard: ReadonlyArray<Column> = [
  { name: "provider", kind: "text" },
  { name: "model", kind: "text" },
  { name: "aliases", kind: "list" },
  { name: "effective_from", kind: "time", isNullable: true },
  { name: "effective_until", kind: "time", isNullable: true },
  { name: "rates", kind: "json" },
  { name: "tiers", kind: "table", columns: priceTier }
]

/** The operations of `prices`. */
export const prices: ReadonlyArray<Operation> = [
  {
    method: "list",
    description:
      "Returns one page of the rate cards that are in force or planned, by provider, model and period. They are the same for every organization.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: rateCard
  }
]
