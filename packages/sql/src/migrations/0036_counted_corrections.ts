import type { Migration } from "./Migration.js"

/** How many corrections a hold has, so that a hold without one is shown without a look at them. */
export const countedCorrections: Migration = ({ name }) => [
  `ALTER TABLE spending_holds ADD COLUMN corrections ${name === "postgres" ? "BIGINT" : "INTEGER"} NOT NULL DEFAULT 0`,
  `UPDATE spending_holds SET corrections = (SELECT count(*) FROM spending_corrections AS c WHERE c.hold = spending_holds.id)
WHERE id IN (SELECT hold FROM spending_corrections)`
]
