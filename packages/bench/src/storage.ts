import type { Parts } from "./harness/report.js"
import { inMemory } from "./storage/inMemory.js"
import { onPostgres as listsOnPostgres } from "./storage/lists/onPostgres.js"
import { onSqlite as listsOnSqlite } from "./storage/lists/onSqlite.js"
import { onPostgres } from "./storage/onPostgres.js"
import { onSqlite } from "./storage/onSqlite.js"

/** What an act of storage costs, and page 1 of each list. */
export const storage = (): Parts => ({
  memory: () => inMemory(),
  sqlite: () => onSqlite(),
  postgres: () => onPostgres(),
  lists: async () => [await listsOnSqlite(), await listsOnPostgres()]
})
