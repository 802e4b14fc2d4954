import type * as SqlClient from "@effect/sql/SqlClient"
import type { StorageFailure, Vault } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { Database } from "../transaction/Database.js"
import { layer } from "../transaction/makeDatabase.js"
import { lostKeyCheckWithin, type MasterKeyFits, masterKeyCheckWithin, type WrongMasterKey } from "./masterKeyCheck.js"
import { migrateWithin, requireMigratedWithin } from "./migrate.js"
import type { RowsMissing } from "./RowsMissing.js"
import type { SchemaRefused } from "./SchemaRefused.js"

/**
 * Prepares a database: migrations and master key, in one transaction, so that a refusal changes nothing.
 *
 * @param mayMigrate Whether missing migrations are run. If not, a database that lacks some is refused.
 */
export const prepareWithin = (
  mayMigrate = true
): Effect.Effect<void, RowsMissing | SchemaRefused | WrongMasterKey | StorageFailure, Database | Vault> =>
  Effect.flatMap(Database, ({ transactUnlimited }) =>
    transactUnlimited(Effect.zipRight(mayMigrate ? migrateWithin : requireMigratedWithin, masterKeyCheckWithin))
  )

/** The same for a database whose secrets are to be abandoned, because its master key is lost. One of the given key is refused, and no other. */
export const prepareLostWithin: Effect.Effect<
  void,
  RowsMissing | SchemaRefused | MasterKeyFits | StorageFailure,
  Database | Vault
> = Effect.flatMap(Database, ({ transactUnlimited }) =>
  transactUnlimited(Effect.zipRight(migrateWithin, lostKeyCheckWithin))
)

/**
 * The same as `prepareWithin`, over a client alone.
 *
 * @throws {SchemaRefused} if the schema is not this version's.
 * @throws {WrongMasterKey} if the database belongs to another master key.
 * @throws {RowsMissing} if the database lost rows.
 * @throws {StorageFailure} if the database fails.
 */
export const prepare: Effect.Effect<
  void,
  RowsMissing | SchemaRefused | WrongMasterKey | StorageFailure,
  SqlClient.SqlClient | Vault
> = Effect.provide(prepareWithin(), layer)
