import type { StorageFailure } from "@tollgate/core"
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
import * as Effect from "effect/Effect"
import { type PostgresOptions, parse } from "./layer.js"
import { openKeyless } from "./openPostgres.js"
import type { PostgresRefused } from "./PostgresRefused.js"
import type { Settings } from "./Settings.js"

type Place = Pick<PostgresOptions, "url"> & Partial<Settings>

const within = <A, E>(place: Place, schema: typeof migrateWithin, use: Effect.Effect<A, E, Database>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { address, settings } = yield* parse(place)
      const database = yield* openKeyless(address, settings, schema)
      return yield* Effect.provideService(use, Database, database)
    })
  )

/**
 * Writes all accounts of a database as lines of JSON, also while servers use it. It needs no master key.
 *
 * @throws {ArchiveRefused} if the options name an organization that does not exist.
 * @throws {PostgresRefused} if the database cannot be used.
 * @throws {StorageFailure} if it fails.
 */
export const exportAccounts = <E>(
  place: Place,
  options: ExportOptions<E>
): Effect.Effect<Exported, ArchiveRefused | PostgresRefused | StorageFailure | E> =>
  within(place, requireMigratedWithin, exportArchive(options))

/**
 * Stores all accounts of an export in a database: all of them or nothing, as the owner of its tables. Missing tables are created, and a
 * database with accounts is refused. It needs no master key, but the credentials open only with that of the export.
 *
 * @throws {ArchiveRefused} if the database is not empty, or the export is not complete and right.
 * @throws {PostgresRefused} if the database cannot be used.
 * @throws {StorageFailure} if it fails.
 */
export const importAccounts = <E>(
  place: Place,
  options: ImportOptions<E>
): Effect.Effect<Imported, ArchiveRefused | PostgresRefused | StorageFailure | E> =>
  within(place, migrateWithin, importArchive(options))
