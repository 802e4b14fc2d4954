import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Services } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { Database } from "@tollgate/sql/driver"
import { layer } from "@tollgate/sqlite"
import { Context, Effect, Layer, Redacted } from "effect"
import { reused } from "../../../../test/reused.js"
import { readTables } from "../../../sql/dist/archive/readTables.js"
import { createMigrationsTable } from "../../../sql/src/schema/migrationsTable.js"
import { open, services } from "../../dist/layer.js"
import { APPLICATION_ID } from "../../src/file/fileId.js"
import { type OtherProgram, openOther } from "./otherProgram.mjs"

/** An empty folder that goes with its scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "tollgate-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** Where a database can be, in a folder of its own. */
export const temporaryFile = Effect.map(temporaryFolder, (folder) => join(folder, "tollgate.db"))

export const masterKey = Redacted.make(new Uint8Array(32).fill(7))

export const inFile = (file: string) => layer({ file, masterKey })

/** The tables of an export with their columns, as the catalogue of a file describes them. */
export const tablesOf = (file: string) =>
  Effect.gen(function* () {
    const vault = yield* Vault.make(masterKey)
    const opened = yield* Effect.provideService(open({ file }), Vault, vault)
    return yield* readTables(Context.get(opened, Database))
  })

/** Opens a file and closes it again. */
export const openAndClose = (file: string) => Effect.scoped(Layer.build(inFile(file)))

/** The bytes of a database without accounts, made once per process: creating its tables takes longer than most tests. */
const emptyDatabase = Effect.runSync(
  Effect.cached(
    Effect.scoped(Effect.flatMap(temporaryFile, (file) => Effect.map(openAndClose(file), () => readFileSync(file))))
  )
)

/** A file without accounts, which `inFile` opens, and which goes with its scope. */
export const emptyFile = Effect.gen(function* () {
  const file = yield* temporaryFile
  writeFileSync(file, yield* emptyDatabase)
  return file
})

/** Makes a file of an older version, which has none of the migrations. */
export const makeOlder = (file: string): void => {
  const other = openOther(file)
  other.exec(`PRAGMA journal_mode = WAL; ${createMigrationsTable("INTEGER")};
PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 77`)
  other.close()
}

/** A file of an older version, which goes with its scope. */
export const olderFile = Effect.tap(temporaryFile, (file) => Effect.sync(() => makeOlder(file)))

/** Every port on a file without accounts, each time that it is built. */
export const inFreshFile: Layer.Layer<Services> = Layer.fresh(
  Layer.orDie(Layer.unwrapScoped(Effect.map(emptyFile, inFile)))
)

/** A connection of another program to the file, closed with its scope. */
export const connect = (file: string) =>
  Effect.acquireRelease(
    Effect.sync(() => openOther(file)),
    (database) => Effect.sync(() => database.close())
  )

/** Deletes all accounts, from outside. */
const wipe = (other: OtherProgram) => {
  const tables = other.values(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'tollgate%'"
  )
  // The triggers of the other tables change the sizes.
  const deletions = [...tables.filter((name) => name !== "list_sizes"), "list_sizes"].map(
    (name) => `DELETE FROM ${name};`
  )
  other.exec(`PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE; ${deletions.join(" ")}
UPDATE tollgate_meta SET value = 'none' WHERE name <> 'master_key_id'; COMMIT`)
}

/**
 * The same for the tests of one file, over files that stay open and that they use one after another: to open one takes longer
 * than most of the tests. The stores are built anew, since they remember rows.
 */
export const inFreshFiles = (): Layer.Layer<Services> => {
  const openFile = Effect.gen(function* () {
    const file = yield* emptyFile
    const vault = yield* Vault.make(masterKey)
    const opened = yield* Effect.provideService(open({ file }), Vault, vault)
    return { opened: Context.add(opened, Vault, vault), other: yield* connect(file) }
  })
  const file = reused(openFile, ({ opened, other }) =>
    Effect.gen(function* () {
      const { sql, write } = Context.get(opened, Database)
      // Waits for the writes that are still in the queue.
      yield* write(sql.unsafe("VALUES (1)"))
      yield* Effect.try(() => wipe(other))
      return true
    }).pipe(Effect.catchAllCause(() => Effect.succeed(false)))
  )
  const stores = Effect.map(file, ({ opened }) => Layer.provideMerge(services(opened), Layer.succeedContext(opened)))
  return Layer.fresh(Layer.orDie(Layer.unwrapScoped(stores)))
}
