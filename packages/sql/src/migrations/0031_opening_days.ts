import type { Migration } from "./Migration.js"

const openings = ["own_opening", "byok_opening"].flatMap((name) =>
  ["total", "daily", "weekly", "monthly"].map((window) => `${name}_${window}`)
)

/** The day that an opening balance refers to: its windows are not those of the scope any more once that moves to another day. */
export const openingDays: Migration = ({ name }) => [
  `ALTER TABLE spending_scopes ADD COLUMN opening_day ${name === "postgres" ? "BIGINT" : "INTEGER"} NOT NULL DEFAULT 0`,
  `UPDATE spending_scopes SET opening_day = day WHERE ${openings.map((column) => `${column} <> 0`).join(" OR ")}`
]
