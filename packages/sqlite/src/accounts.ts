import { existsSync } from "node:fs"
import { StorageFailure } from "@tollgate/core"
import type { ArchiveRefused } from "@tollgate/sql"
import {
  Database,
  type Exported,
  type ExportOptions,
  exportArchive,
  type Imported,
  type ImportOptions,
  importArchive,
  migrateWithin,
  requireMigratedWithin
} from "@tollgate/sql/driver"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { requireDriver } from "./connection/requireDriver.js"
import { type CopyRefusal, CopyRefused } from "./copy/CopyRefused.js"
import { judgeNew, reasonOf } from "./copy/installCopy.js"
import type { DatabaseRefused } from "./DatabaseRefused.js"
import { createFile } from "./file/createFile.js"
import { APPLICATION_ID, newFileId } from "./file/fileId.js"
import { inspectFile } from "./file/inspectFile.js"
import { locateFile } from "./file/locateFile.js"
import { verifyContents } from "./file/verifyContents.js"
import { guardFile } from "./guard/guardFile.js"
import { refusedOf } from "./layer.js"
import { openDatabase, openObserved } from "./openDatabase.js"

/** Opens an existing file without its master key, for the time of a scope. */
const openKeyless = (path: string, prepared: typeof migrateWithin) =>
  Effect.gen(function* () {
    const { file } = yield* inspectFile(path, false)
    const { database } = yield* openObserved(file, guardFile(file))
    yield* Effect.provideService(prepared, Database, database)
    yield* verifyContents(file)
    return database
  }).pipe(Effect.mapError(refusedOf(path)))

/**
 * Writes all accounts of a file as lines of JSON, also while a server has it open. It needs no master key.
 *
 * @throws {ArchiveRefused} if the options name an organization that does not exist.
 * @throws {DatabaseRefused} if the file cannot be used.
 * @throws {StorageFailure} if it fails.
 */
export const exportAccounts = <E>(
  path: string,
  options: ExportOptions<E>
): Effect.Effect<Exported, ArchiveRefused | DatabaseRefused | StorageFailure | E> =>
  Effect.scoped(
    Effect.flatMap(openKeyless(path, requireMigratedWithin), (database) =>
      Effect.provideService(exportArchive(options), Database, database)
    )
  )

const importInto = <E>(database: Context.Tag.Service<Database>, options: ImportOptions<E>) =>
  Effect.provideService(importArchive(options), Database, database)

/** Makes a database of an export, in an empty file. */
const makeFrom = Effect.fnUntraced(function* <E>(draft: string, options: ImportOptions<E>) {
  const database = yield* openDatabase(draft)
  const { sql, write } = database
  yield* Effect.mapError(Effect.provideService(migrateWithin, Database, database), refusedOf(draft))
  const imported = yield* importInto(database, options)
  yield* write(sql.unsafe(`PRAGMA user_version = ${yield* newFileId}`))
  yield* write(sql.unsafe(`PRAGMA application_id = ${APPLICATION_ID}`))
  // Only the file takes its final name, not its log.
  yield* write(sql.unsafe("PRAGMA wal_checkpoint(TRUNCATE)"))
  yield* verifyContents(draft)
  return imported
}, Effect.scoped)

/** Creates a file with the accounts, or none at all. */
const importNew = <E>(path: string, file: string, options: ImportOptions<E>) =>
  Effect.gen(function* () {
    const refused = (reason: CopyRefusal, cause?: unknown) => new CopyRefused({ file: path, reason, cause })
    const reason = judgeNew(file)
    if (reason !== null) return yield* refused(reason)
    type Made = Effect.Effect.Error<ReturnType<typeof makeFrom<E>>>
    let made: Either.Either<Imported, Made> | null = null
    const fill = (draft: string) =>
      Effect.flatMap(Effect.either(makeFrom(draft, options)), (result) => {
        made = result
        return Either.isRight(result) ? Effect.void : Effect.fail(new Error("The import has failed."))
      })
    const isPlaced = yield* Effect.either(createFile(file, fill))
    const result = made as Either.Either<Imported, Made> | null // assigned in a callback, which the compiler does not follow
    if (result !== null && Either.isLeft(result)) {
      const { left } = result
      return yield* left instanceof StorageFailure ? refused(reasonOf(left), left) : Effect.fail(left)
    }
    if (Either.isLeft(isPlaced)) return yield* refused(reasonOf(isPlaced.left), isPlaced.left)
    return result === null || !isPlaced.right ? yield* refused("exists") : result.right
  })

/**
 * Stores all accounts of an export in a file: all of them or nothing. A missing file is created, and one with accounts is refused. It needs no
 * master key, but the credentials open only with that of the export.
 *
 * @throws {ArchiveRefused} if the database is not empty, or the export is not complete and right.
 * @throws {CopyRefused} if the file cannot be created.
 * @throws {DatabaseRefused} if the file cannot be used.
 * @throws {StorageFailure} if it fails.
 */
export const importAccounts = <E>(
  path: string,
  options: ImportOptions<E>
): Effect.Effect<Imported, ArchiveRefused | CopyRefused | DatabaseRefused | StorageFailure | E> =>
  Effect.gen(function* () {
    yield* requireDriver(path)
    const file = locateFile(path)
    if (!existsSync(file)) return yield* importNew(path, file, options)
    return yield* Effect.scoped(
      Effect.flatMap(openKeyless(path, migrateWithin), (database) => importInto(database, options))
    )
  })
