import type { Size } from "./calls/acts.js"
import { inMemory } from "./calls/inMemory.js"
import { onSqlite } from "./calls/onSqlite.js"
import type { Section } from "./harness/Section.js"

const enough: Size = { acts: 1_000, rounds: 9, keys: 100 }

/** The cost of an act in process, compared with hand-written code and better-auth's API-key plugin. */
export const calls = async (size: Size = enough): Promise<ReadonlyArray<Section>> => [
  await inMemory(size),
  await onSqlite(size)
]
