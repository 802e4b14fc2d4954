import { baseline } from "./0001_baseline/baseline.js"
import type { Migration } from "./Migration.js"

/** All migrations of this version, by number and name. A released migration is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_baseline": baseline
}
