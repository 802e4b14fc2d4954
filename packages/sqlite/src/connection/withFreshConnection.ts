import { type Execute, openSqlite } from "./SqliteConnection.js"

/**
 * Reads on a new connection: an open one has cached the schema, and would not read the file again. `executeExact` reads integers that a double
 * cannot hold, too.
 */
export const withFreshConnection = <A>(file: string, read: (execute: Execute, executeExact: Execute) => A): A => {
  const connection = openSqlite(file, { readonly: true })
  try {
    return read(connection.execute, connection.executeExact)
  } finally {
    connection.close()
  }
}
