import type { Section } from "./harness/Section.js"
import { besideSearcher } from "./lists/besideSearcher.js"
import type { Turns } from "./lists/comparePages.js"
import { onPostgres } from "./lists/onPostgres.js"
import { onSqlite } from "./lists/onSqlite.js"

const SMALL = 1_000
const enough: Turns = { acts: 100, rounds: 9 }

/** The cost of page 1 of each list in a large organization, compared with a small one; and what others wait for while somebody searches the large one. */
export const lists = async (large = 1_000_000, turns = enough): Promise<ReadonlyArray<Section>> => {
  const sizes = { small: Math.min(SMALL, large), large }
  return [await onSqlite(sizes, turns), await besideSearcher(large, turns), await onPostgres(sizes, turns)]
}
