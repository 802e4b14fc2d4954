import { pathToFileURL } from "node:url"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { firstValue } from "./firstValue.js"
import { resultCode } from "./resultCodes.js"
import { type OpenOptions, PAGES_PER_STEP, type PreparedStatement, type SqliteDriver } from "./SqliteDriver.js"
import { hasWalFix } from "./walFix.js"

interface Statement {
  readonly sourceSQL: string
  readonly setReadBigInts: (enabled: boolean) => void
  readonly all: (...params: ReadonlyArray<unknown>) => ReadonlyArray<unknown>
}

interface Database {
  readonly isOpen: boolean
  readonly isTransaction: boolean
  readonly prepare: (text: string) => Statement
  readonly close: () => void
}

interface Progress {
  readonly totalPages: number
  readonly remainingPages: number
}

/** The part of `node:sqlite` that is used here: the types of Node.js 20 do not have it. */
export interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readonly readOnly: boolean; readonly timeout: number; readonly defensive: boolean }
  ) => Database
  readonly backup: (
    source: Database,
    path: string,
    options: { readonly rate: number; readonly progress: (progress: Progress) => void }
  ) => Promise<number>
}

const isNodeSqlite = (module: unknown): module is NodeSqlite =>
  Predicate.hasProperty(module, "DatabaseSync") && Predicate.hasProperty(module, "backup")

/**
 * Loads the module without its experimental warning, which Node.js 22 emits while loading. Every other warning passes,
 * and the listeners of the process stay as they are.
 */
const withoutWarning = (load: () => unknown): unknown => {
  const { emitWarning } = process
  const isOurs = ([warning, type]: ReadonlyArray<unknown>) =>
    type === "ExperimentalWarning" && Predicate.isString(warning) && warning.startsWith("SQLite ")
  process.emitWarning = (...given: ReadonlyArray<unknown>) => {
    if (!isOurs(given)) Reflect.apply(emitWarning, process, given)
  }
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** `node:sqlite` reports every error of SQLite as ERR_SQLITE_ERROR, with the result code as a number beside it. */
const named = (error: unknown): unknown =>
  Predicate.hasProperty(error, "errcode") && Predicate.isNumber(error.errcode) && error instanceof Error
    ? Object.assign(error, { code: resultCode(error.errcode) })
    : error

const attempt = <A>(act: () => A): A => {
  try {
    return act()
  } catch (error) {
    throw named(error)
  }
}

/** SQLite creates a missing file unless the mode says otherwise, and the mode is a part of a URI alone. */
const addressOf = (file: string, { readonly }: OpenOptions) =>
  file === ":memory:" ? file : `${pathToFileURL(file).href}?mode=${readonly ? "ro" : "rw"}`

const driverOf = ({ DatabaseSync, backup }: NodeSqlite): SqliteDriver => ({
  name: "node:sqlite",
  path: "node:sqlite",
  addressOf,
  open: (file, options) => {
    const { readonly, timeout = 0 } = options
    const database = attempt(
      () => new DatabaseSync(addressOf(file, options), { readOnly: readonly, timeout, defensive: true })
    )
    const prepare = (text: string, isExact: boolean): PreparedStatement => {
      const statement = attempt(() => database.prepare(text))
      if (text.slice(statement.sourceSQL.length).trim() !== "") {
        throw new RangeError("The text holds more than one statement.")
      }
      if (isExact) statement.setReadBigInts(true)
      return (params) => {
        try {
          return statement.all(...params)
        } catch (error) {
          throw named(error)
        }
      }
    }
    let version: Statement | undefined
    return {
      dataVersion: () =>
        attempt(() => {
          version ??= database.prepare("PRAGMA data_version")
          return Number(firstValue(version.all()))
        }),
      prepare: (text) => prepare(text, false),
      prepareExact: (text) => prepare(text, true),
      inTransaction: () => database.isOpen && database.isTransaction,
      backup: async (copy, onCopied) => {
        try {
          await backup(database, copy, {
            rate: PAGES_PER_STEP,
            progress: ({ remainingPages, totalPages }) => onCopied((totalPages - remainingPages) / totalPages)
          })
        } catch (error) {
          throw named(error)
        }
      },
      close: () => {
        if (database.isOpen) database.close()
      }
    }
  }
})

/** The driver over `node:sqlite`, or why this Node.js has none that can be used. */
export const loadNodeSqlite = (): Either.Either<SqliteDriver, string> => {
  const module = withoutWarning(() => process.getBuiltinModule?.("node:sqlite"))
  if (!isNodeSqlite(module)) return Either.left(`Node.js ${process.versions.node} has no usable node:sqlite`)
  const driver = driverOf(module)
  const memory = driver.open(":memory:", { readonly: false })
  const [row] = memory.prepare("SELECT sqlite_version() AS version")([])
  memory.close()
  const version = Predicate.hasProperty(row, "version") ? String(row.version) : "unknown"
  return hasWalFix(version)
    ? Either.right(driver)
    : Either.left(`node:sqlite of Node.js ${process.versions.node} has SQLite ${version}, which can corrupt its log`)
}
