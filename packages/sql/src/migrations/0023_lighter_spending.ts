import { usageTrigger } from "./0011_usage_of_keys.js"
import type { Migration } from "./Migration.js"

/**
 * Holds that expired, were released or are unknown, which are few, by their organization and state: a list of them does not read all of its
 * settled ones. SQLite uses an index if its condition has one of the query's terms.
 */
const endedHolds = `CREATE INDEX spending_holds_ended ON spending_holds (organization, state, opened_at, id DESC)
  WHERE state = 1 OR state = 2 OR state = 3`

/**
 * PostgreSQL checks the id of the organization with each change of a scope, whatever it changes, and a pattern took a third of such a
 * change. The texts that matched it are their own canonical form.
 */
const canonicalIds = `ALTER TABLE spending_scopes DROP CONSTRAINT spending_scopes_organization_id_check,
  ADD CONSTRAINT spending_scopes_organization_id_check CHECK (organization_id = organization_id::uuid::text)`

/** The trigger need not look at scopes of which a statement changes neither the day nor what is spent: those of a new hold. */
export const lighterSpending: Migration = (dialect) => [
  endedHolds,
  `DROP TRIGGER spending_scopes_usage${dialect.name === "postgres" ? " ON spending_scopes" : ""}`,
  usageTrigger(dialect, "UPDATE OF day, own_spent_total, byok_spent_total"),
  ...(dialect.name === "postgres" ? [canonicalIds] : [])
]
