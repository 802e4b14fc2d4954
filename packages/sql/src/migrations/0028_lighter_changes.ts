import { keptAnswers } from "./0022_kept_answers.js"
import type { Migration } from "./Migration.js"

/**
 * SQLite: what a change writes beside itself touches fewer pages. Entries of one object are found through blocks of 512 entries of a chain, because
 * an index by the object alone has a page for each object, and each entry of a commit changed another one. Kept answers, whose names are
 * random, are stored in the order in which they come, and only their names in the order of an index.
 */
export const lighterChanges: Migration = (dialect) => {
  if (dialect.name === "postgres") return []
  const [table = "", ...indexes] = keptAnswers(dialect)
  return [
    "DROP INDEX audit_entries_by_object",
    "CREATE INDEX audit_entries_by_object ON audit_entries (organization_id, seq / 512, object)",
    "ALTER TABLE kept_answers RENAME TO kept_answers_before",
    table.replace(", WITHOUT ROWID", ""),
    "INSERT INTO kept_answers SELECT * FROM kept_answers_before ORDER BY kept_at",
    "DROP TABLE kept_answers_before",
    ...indexes
  ]
}
