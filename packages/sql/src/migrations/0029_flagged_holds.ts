import type { Migration } from "./Migration.js"

/** Holds with a flag by their organization and flags: a list of those with one flag reads no others. */
export const flaggedHolds: Migration = () => [
  "CREATE INDEX spending_holds_flagged ON spending_holds (organization, flags, opened_at, id DESC) WHERE flags <> 0"
]
