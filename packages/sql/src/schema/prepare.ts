import type * as SqlClient from "@effect/sql/SqlClient"
import type { StorageFailure, Vault } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { Database } from "../transaction/Database.js"
import { layer } from "../transaction/makeDatabase.js"
import { masterKeyCheckWithin, type WrongMasterKey } from "./masterKeyCheck.js"
import { migrateWithin } from "./migrate.js"
import type { RowsMissing } from "./RowsMissing.js"
import type { SchemaRefused } from "./SchemaRefused.js"

/** Prepares a database: migrations and master key, in one transaction, so that a refusal changes nothing. */
export const prepareWithin: Effect.Effect<
  void,
  RowsMissing | SchemaRefused | WrongMasterKey | StorageFailure,
  Database | Vault
> = Effect.flatMap(Database, ({ transactUnlimited }) =>
  transactUnlimited(Effect.zipRight(migrateWithin, masterKeyCheckWithin))
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
> = Effect.provide(prepareWithin, layer)
