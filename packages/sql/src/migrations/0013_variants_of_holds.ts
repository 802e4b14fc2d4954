import type { Migration } from "./Migration.js"

/** What a creation states beside the fields that a hold shows, as one number. Null for holds from before. */
export const variantsOfHolds: Migration = ({ name }) => [
  `ALTER TABLE spending_holds ADD COLUMN variant ${name === "postgres" ? "BIGINT" : "INTEGER"}`
]
