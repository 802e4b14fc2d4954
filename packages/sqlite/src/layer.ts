import { resolve } from "node:path"
import type { Services } from "@tollgate/core"
import { families, measureGauge, Readiness, Vault } from "@tollgate/core/storage"
import { RowsMissing } from "@tollgate/sql"
import {
  Database,
  lacksMigrations,
  migrateWithin,
  prepareLostWithin,
  prepareWithin,
  stores
} from "@tollgate/sql/driver"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { DatabaseRefused } from "./DatabaseRefused.js"
import { createFile } from "./file/createFile.js"
import { APPLICATION_ID, newFileId } from "./file/fileId.js"
import { inspectFile } from "./file/inspectFile.js"
import { removePendingMarker } from "./file/keyFile.js"
import { inMigrationTurn } from "./file/migrationTurn.js"
import { requireAlone } from "./file/requireAlone.js"
import { verifyContents } from "./file/verifyContents.js"
import { fileReadiness } from "./guard/fileReadiness.js"
import { guardFile } from "./guard/guardFile.js"
import { pollFile } from "./guard/pollFile.js"
import { openDatabase, openObserved } from "./openDatabase.js"
import { toDatabaseRefusal } from "./toDatabaseRefusal.js"

/** Options of `layer`. */
export interface SqliteOptions {
  /** The path of the SQLite file. */
  readonly file: string
  /** The key that encrypts provider secrets: 32 bytes. Of several keys, one after another, the first encrypts and all decrypt. */
  readonly masterKey: Redacted.Redacted<Uint8Array>
  /**
   * Whether to create the file if it does not exist.
   *
   * @default true
   */
  readonly create?: boolean
  /**
   * Whether to run the migrations that a file of an older version lacks. If not, such a file is refused.
   *
   * @default true
   */
  readonly migrate?: boolean
}

const prepared = (database: Context.Tag.Service<Database>, mayMigrate?: boolean) =>
  Effect.provideService(prepareWithin(mayMigrate), Database, database)

/** Runs what migrates an open file after other processes that migrate it. */
const inTurn =
  (file: string, database: Context.Tag.Service<Database>, mayMigrate?: boolean) =>
  <A, E, R>(migrating: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.provideService(lacksMigrations, Database, database), (isOlder) =>
      isOlder ? inMigrationTurn(file, migrating, mayMigrate) : migrating
    )

/** A new database: made complete under another name, then put in place unless another process was first. */
const create = (file: string) =>
  createFile(file, (draft) =>
    Effect.gen(function* () {
      const database = yield* openDatabase(draft)
      const { sql, write } = database
      yield* prepared(database)
      yield* write(sql.unsafe(`PRAGMA user_version = ${yield* newFileId}`))
      yield* write(sql.unsafe(`PRAGMA application_id = ${APPLICATION_ID}`))
      // Only the file takes its final name, not its log: what cannot be written back, as on a full disk, must fail here.
      yield* write(sql.unsafe("PRAGMA wal_checkpoint(TRUNCATE)"))
    }).pipe(Effect.scoped)
  )

/** Maps an error of opening a file to its refusal. */
export const refusedOf = (path: string) => (cause: unknown) => {
  const file = resolve(path)
  if (cause instanceof DatabaseRefused) return new DatabaseRefused({ ...cause, cause: cause.cause, file })
  const found = cause instanceof RowsMissing ? { found: `rows are missing from ${cause.table}` } : {}
  return new DatabaseRefused({ file, cause, ...found, reason: toDatabaseRefusal(cause) })
}

/** An open file, without the stores over it. */
export const open = Effect.fnUntraced(function* (options: Omit<SqliteOptions, "masterKey">) {
  const { file, found } = yield* inspectFile(options.file, options.create ?? true)
  return yield* Effect.gen(function* () {
    const isNew = found === "absent" && (yield* create(file))
    removePendingMarker(file)
    const { database, observer } = yield* openObserved(file, guardFile(file))
    yield* inTurn(file, database, options.migrate)(prepared(database, options.migrate))
    if (!isNew) yield* verifyContents(file)
    yield* pollFile(observer.opened)
    yield* measureGauge(families.logSize, () => observer.opened.logSize)
    return Context.make(Database, database).pipe(
      Context.add(Readiness, Readiness.of(yield* fileReadiness(observer.opened, database)))
    )
  }).pipe(Effect.mapError(refusedOf(options.file)))
})

/**
 * Changes the tables of an existing SQLite file to those of this version, and returns the names of the migrations that it ran.
 * It needs no master key.
 *
 * @throws {DatabaseRefused} if the file cannot be used; `reason` says why.
 * @example
 * import { migrate } from "@tollgate/sqlite"
 * import { Effect } from "effect"
 *
 * export const migrated = Effect.runPromise(migrate("tollgate.db"))
 */
export const migrate = (path: string): Effect.Effect<ReadonlyArray<string>, DatabaseRefused> =>
  Effect.gen(function* () {
    const { file } = yield* inspectFile(path, false)
    const { database } = yield* openObserved(file, guardFile(file))
    const steps = yield* inTurn(file, database)(Effect.provideService(migrateWithin, Database, database))
    return steps.map(({ name }) => name)
  }).pipe(Effect.scoped, Effect.mapError(refusedOf(path)))

const vault = ({ file, masterKey }: SqliteOptions) =>
  Layer.effect(
    Vault,
    Effect.mapError(
      Vault.make(masterKey),
      (cause) => new DatabaseRefused({ file: resolve(file), reason: "malformed_master_key", cause })
    )
  )

/** An existing file that nothing else has open, and whose master key is lost. */
const openLost = Effect.fnUntraced(function* (path: string) {
  return yield* Effect.gen(function* () {
    const { file } = yield* inspectFile(path, false)
    yield* requireAlone(file)
    const { database, observer } = yield* openObserved(file, guardFile(file))
    yield* inTurn(file, database)(Effect.provideService(prepareLostWithin, Database, database))
    yield* verifyContents(file)
    return Context.make(Database, database).pipe(
      Context.add(Readiness, Readiness.of(yield* fileReadiness(observer.opened, database)))
    )
  }).pipe(Effect.mapError(refusedOf(path)))
})

/** The stores over an open file. */
export const services = (opened: Context.Context<Database | Readiness>) =>
  Layer.merge(
    Layer.provide(stores, Layer.succeedContext(opened)),
    Layer.succeed(Readiness, Context.get(opened, Readiness))
  )

/**
 * Every service that the programs need, stored in one SQLite file. Several processes can open the same file. Opening checks the
 * header, the schema version, the migrations and the master key, not all data: damage elsewhere is a `StorageFailure` when it is
 * read.
 *
 * @throws {DatabaseRefused} if the file cannot be used; `reason` says why.
 * @example
 * import { layer, MasterKeyFile } from "@tollgate/sqlite"
 * import { Effect, Layer } from "effect"
 *
 * const file = "tollgate.db"
 * export const accounts = Layer.unwrapEffect(
 *   Effect.map(MasterKeyFile.openKeyBeside(file), (masterKey) => layer({ file, masterKey }))
 * )
 */
export const layer = (options: SqliteOptions): Layer.Layer<Services, DatabaseRefused> =>
  Layer.unwrapScoped(Effect.map(open(options), services)).pipe(Layer.provideMerge(vault(options)))

/**
 * The same as `layer` for a file whose master key is lost, with the key that it gets instead: for `abandonSecrets` alone. The file must exist.
 * It is refused if another process has it open (`in_use`), or if it opens with that key (`master_key_fits`).
 *
 * @throws {DatabaseRefused} if the file cannot be used; `reason` says why.
 */
export const layerOfLostKey = (
  options: Pick<SqliteOptions, "file" | "masterKey">
): Layer.Layer<Services, DatabaseRefused> =>
  Layer.unwrapScoped(Effect.map(openLost(options.file), services)).pipe(Layer.provideMerge(vault(options)))
