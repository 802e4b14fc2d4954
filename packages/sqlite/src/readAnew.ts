import { type Execute, openSqlite } from "./SqliteConnection.js"

/** Reads on a connection of its own: one that has been open has seen every table, and would not look at the file again. */
export const readAnew = <A>(file: string, read: (execute: Execute) => A): A => {
  const connection = openSqlite(file, { readonly: true })
  try {
    return read(connection.execute)
  } finally {
    connection.close()
  }
}
