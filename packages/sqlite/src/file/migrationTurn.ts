import { chownSync, closeSync, existsSync, openSync, rmSync } from "node:fs"
import { isTransient } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { openSqlite, type SqliteConnection } from "../connection/SqliteConnection.js"
import { statOf } from "./statOf.js"

/** The file that the process which migrates a database has locked. */
const markerOf = (file: string) => `${file}.migrating`

/** Whether root makes the file of another user, who has to open it if this process dies. */
const isForAnother = (uid: number) => process.getuid?.() === 0 && uid !== 0

/** Creates a marker, unless it exists: SQLite may have it open here, and would lose its locks if it were opened beside it. */
const touch = (marker: string, file: string) => {
  try {
    closeSync(openSync(marker, "wx", 0o600))
    const owner = statOf(file)
    if (owner !== undefined && isForAnother(owner.uid)) chownSync(marker, owner.uid, owner.gid)
  } catch (cause) {
    if (!Predicate.hasProperty(cause, "code") || cause.code !== "EEXIST") throw cause
  }
}

/** Locks the marker of a database. Null if another process has it, or has removed it meanwhile. */
const lock = (file: string): SqliteConnection | null => {
  const marker = markerOf(file)
  touch(marker, file)
  const found = statOf(marker)?.ino
  if (found === undefined) return null
  const connection = openSqlite(marker, { readonly: false })
  try {
    connection.execute("BEGIN EXCLUSIVE")
    if (statOf(marker)?.ino === found) return connection
  } catch (cause) {
    connection.close()
    if (isTransient(cause)) return null
    throw cause
  }
  connection.close()
  return null
}

const wait = (file: string) =>
  Effect.gen(function* () {
    let isTold = false
    for (;;) {
      const connection = yield* Effect.try({ try: () => lock(file), catch: (cause) => cause })
      if (connection !== null) return connection
      if (!isTold) {
        yield* Effect.logWarning(
          `The database ${file} is migrated by another process. This one waits until that is done.`
        )
        isTold = true
      }
      yield* Effect.interruptible(Effect.sleep("100 millis"))
    }
  })

/**
 * Runs what migrates a database of an older version, of several processes one after another: the others wait as long as it takes, and log why.
 * The process that migrates locks a file beside the database, by SQLite. If the process dies, the system unlocks it, and the next one goes on. Another
 * lock on the database is none of a migration, and is not waited for here.
 *
 * @param mayMigrate Whether missing migrations are run. If not, it waits only for a process that runs them.
 */
export const inMigrationTurn = <A, E, R>(file: string, migrating: Effect.Effect<A, E, R>, mayMigrate = true) =>
  Effect.suspend(() =>
    mayMigrate || existsSync(markerOf(file))
      ? Effect.acquireUseRelease(
          wait(file),
          () => migrating,
          (connection) =>
            Effect.sync(() => {
              // While it is locked: a process that finds it removed makes another one.
              rmSync(markerOf(file), { force: true })
              connection.close()
            })
        )
      : migrating
  )
