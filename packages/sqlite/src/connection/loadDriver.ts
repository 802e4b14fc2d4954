import * as Data from "effect/Data"
import * as Either from "effect/Either"
import { loadBetterSqlite3 } from "./betterSqlite3.js"
import { loadNodeSqlite } from "./nodeSqlite.js"
import type { SqliteDriver } from "./SqliteDriver.js"

/** This Node.js has no SQLite that can be used. `found` says why, driver by driver. */
export class DriverMissing extends Data.TaggedError("DriverMissing")<{ readonly found: string }> {}

let loaded: Either.Either<SqliteDriver, DriverMissing> | undefined

const load = (): Either.Either<SqliteDriver, DriverMissing> =>
  Either.orElse(loadNodeSqlite(), (builtin) =>
    Either.mapLeft(loadBetterSqlite3(), (installed) => new DriverMissing({ found: `${builtin}; ${installed}` }))
  )

/** The driver of this process, loaded with the first database: `node:sqlite` where it has SQLite's log fix, or better-sqlite3 12. */
export const loadDriver = (): Either.Either<SqliteDriver, DriverMissing> => {
  loaded ??= load()
  return loaded
}
