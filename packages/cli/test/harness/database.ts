import { createRequire } from "node:module"
import type * as Sqlite from "better-sqlite3"

const here = createRequire(import.meta.url)
const beside = createRequire(here.resolve("@tollgate/sqlite/package.json"))
const Database: new (file: string) => Sqlite.Database = beside("better-sqlite3")

/** Opens a database file as anybody could, beside the servers that have it open. */
export const withDatabase = <A>(file: string, use: (database: Sqlite.Database) => A): A => {
  const database = new Database(file)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
