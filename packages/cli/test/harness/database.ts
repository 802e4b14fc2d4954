import Database from "better-sqlite3"

/** Opens a database file as anybody could, beside the servers that have it open. */
export const withDatabase = <A>(file: string, use: (database: Database.Database) => A): A => {
  const database = new Database(file)
  try {
    return use(database)
  } finally {
    database.close()
  }
}
