import { createRequire } from "node:module"
import type Sqlite from "better-sqlite3"
import * as Either from "effect/Either"
import { rowsOf } from "./rowsOf.js"
import { PAGES_PER_STEP, type PreparedStatement, type SqliteDriver } from "./SqliteDriver.js"
import { hasWalFix } from "./walFix.js"

const driverOf = (Database: typeof Sqlite, path: string): SqliteDriver => ({
  name: "better-sqlite3",
  path,
  addressOf: (file) => file,
  open: (file, { readonly, timeout = 0 }) => {
    const database = new Database(file, { fileMustExist: true, readonly, timeout })
    const prepare = (text: string, isExact: boolean): PreparedStatement => {
      const statement = database.prepare(text)
      if (isExact) statement.safeIntegers()
      if (statement.reader) {
        const names = statement.columns().map(({ name }) => name)
        statement.raw()
        return (params) => rowsOf(statement.all(params), names)
      }
      return (params) => {
        statement.run(params)
        return []
      }
    }
    let version: Sqlite.Statement | undefined
    return {
      dataVersion: () => {
        version ??= database.prepare("PRAGMA data_version").pluck()
        return Number(version.get())
      },
      prepare: (text) => prepare(text, false),
      prepareExact: (text) => prepare(text, true),
      inTransaction: () => database.inTransaction,
      backup: async (copy, onCopied) => {
        await database.backup(copy, {
          progress: ({ remainingPages, totalPages }) => {
            onCopied((totalPages - remainingPages) / totalPages)
            return PAGES_PER_STEP
          }
        })
      },
      close: () => database.close()
    }
  }
})

/** From 24.19 on, an idle garbage collection aborts the process once better-sqlite3 12 is loaded. */
const aborts = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 24 || (major === 24 && minor >= 19)
}

const messageOf = (cause: unknown) => (cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause))

/** The driver over better-sqlite3 12, or why it cannot be used. `from` says where it is looked for. */
export const loadBetterSqlite3 = (from = import.meta.url): Either.Either<SqliteDriver, string> => {
  const require = createRequire(from)
  let version: unknown
  try {
    version = require("better-sqlite3/package.json").version
  } catch {
    return Either.left("better-sqlite3 is not installed")
  }
  // Version 13 ends Node.js 20 with a segmentation fault as soon as it is loaded.
  if (!String(version).startsWith("12.")) return Either.left(`better-sqlite3 is ${version}, and has to be 12`)
  if (aborts()) return Either.left(`better-sqlite3 12 does not run on Node.js ${process.versions.node}`)
  try {
    const Database: typeof Sqlite = require("better-sqlite3")
    const memory = new Database(":memory:")
    const sqlite = String(memory.prepare("SELECT sqlite_version()").pluck().get())
    memory.close()
    return hasWalFix(sqlite)
      ? Either.right(driverOf(Database, require.resolve("better-sqlite3")))
      : Either.left(`better-sqlite3 ${version} has SQLite ${sqlite}, which can corrupt its log`)
  } catch (cause) {
    return Either.left(`better-sqlite3 ${version} does not load (${messageOf(cause)})`)
  }
}
