// A connection of another program to a database file, by whichever SQLite this Node.js can load, without Tollgate's code.
import { createRequire } from "node:module"

const builtin = () => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}

const sqlite = builtin()

/** The class of all connections of this process, those of Tollgate too. */
export const Database = sqlite?.DatabaseSync ?? createRequire(import.meta.url)("better-sqlite3")

const open = (file, isUnsafe) =>
  sqlite === undefined
    ? new Database(file).unsafeMode(isUnsafe)
    : new Database(file, { timeout: 5_000, defensive: !isUnsafe })

/** Opens a file, which is created if it does not exist. `unsafe` lets statements damage it. */
export const openOther = (file, { unsafe = false } = {}) => {
  const database = open(file, unsafe)
  const all = (text, ...params) => database.prepare(text).all(...params)
  const values = (text, ...params) => all(text, ...params).map((row) => Object.values(row)[0])
  return {
    exec: (text) => void database.exec(text),
    all,
    values,
    value: (text, ...params) => values(text, ...params)[0],
    changes: (text) => Number(database.prepare(text).run().changes),
    close: () => database.close()
  }
}
