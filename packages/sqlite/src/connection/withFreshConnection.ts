import { type Execute, openSqlite } from "./SqliteConnection.js"

/** Reads on a new connection: an open one has cached the schema, and would not read the file again. */
export const withFreshConnection = <A>(file: string, read: (execute: Execute) => A): A => {
  const connection = openSqlite(file, { readonly: true })
  try {
    return read(connection.execute)
  } finally {
    connection.close()
  }
}
