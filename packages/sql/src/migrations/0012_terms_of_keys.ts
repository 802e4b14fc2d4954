import type { Migration } from "./Migration.js"

const judged = ["disabled", "expires_at", '"limit"', "limit_reset", "include_byok_in_limit"]

const terms = [
  ["include_byok", "NEW.include_byok_in_limit"],
  ...["total", "daily", "weekly", "monthly"].map((window) => {
    const reset = window === "total" ? "NULL" : `'${window}'`
    return [`limit_${window}`, `CASE WHEN NEW.limit_reset IS ${reset} THEN NEW."limit" END`]
  })
]

const differs = judged.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(" OR ")
const itsScope = `organization_id = NEW.organization_id AND subject = NEW.hash AND kind = 'key' AND guardrail_id = ''`

/** The trigger that updates the scope of a key after a statement that sets one of these columns. */
export const followUpdatesOf = (
  columns: ReadonlyArray<string>,
  condition = ""
) => `CREATE TRIGGER api_keys_terms AFTER UPDATE OF ${columns.join(", ")} ON api_keys FOR EACH ROW${condition}
BEGIN
  UPDATE spending_scopes SET version = version + 1, ${terms.map(([name, value]) => `${name} = ${value}`).join(", ")}
  WHERE ${itsScope};
  INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, ${terms.map(([name]) => name).join(", ")})
  SELECT NEW.organization_id, NEW.hash, 'key', '', 1, NEW.updated_at / 86400000, 0, ${terms.map(([, value]) => value).join(", ")}
  WHERE NOT EXISTS (SELECT 1 FROM spending_scopes WHERE ${itsScope});
END`

/**
 * The scope of a key follows what admissions judge of its record, in the statement that changes the record. On PostgreSQL, that
 * statement names both rows itself: a trigger would lock the scope after the key, and settlements lock them in the other order.
 */
export const termsOfKeys: Migration = ({ name }) =>
  name === "sqlite" ? [followUpdatesOf(judged, `\nWHEN ${differs}`)] : []
