import type { Migration } from "./Migration.js"

const openings = ["own_opening", "byok_opening"].flatMap((name) =>
  ["total", "daily", "weekly", "monthly"].map((window) => `${name}_${window}`)
)

const hasOpening = openings.map((column) => `${column} <> 0`).join(" OR ")

/** The day of opening balances that have none yet is that of their scope. */
export const setOpeningDays = `UPDATE spending_scopes SET opening_day = day WHERE opening_day = 0 AND (${hasOpening})`

/** The day that an opening balance refers to: its windows are not those of the scope any more once that moves to another day. */
export const openingDays: Migration = ({ name }) => [
  `ALTER TABLE spending_scopes ADD COLUMN opening_day ${name === "postgres" ? "BIGINT" : "INTEGER"} NOT NULL DEFAULT 0`,
  setOpeningDays
]
