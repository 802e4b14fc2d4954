import type * as SqlClient from "@effect/sql/SqlClient"
import { type StorageFailure, Vault } from "@tollgate/core/storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { UNSET } from "../migrations/0001_baseline/meta.js"
import { rowReader } from "../table/rowReader.js"
import { Database } from "../transaction/Database.js"
import { layer } from "../transaction/makeDatabase.js"
import { RowsMissing } from "./RowsMissing.js"

/** The secrets in this database were sealed with another master key than those given. The ids do not reveal the keys. */
export class WrongMasterKey extends Data.TaggedError("WrongMasterKey")<{
  readonly storedKeyId: string
  readonly givenKeyId: string
}> {}

/** The given master key is the one of this database, or the database has none yet, so none is lost. */
export class MasterKeyFits extends Data.TaggedError("MasterKeyFits") {}

const Value = Schema.Struct({ value: Schema.String })

/** The id of the master key that the database has noted. */
const storedKeyId = Effect.gen(function* () {
  const { read, sql } = yield* Database
  const found = yield* rowReader(sql, Value).first(
    read(sql`SELECT value FROM tollgate_meta WHERE name = ${"master_key_id"}`)
  )
  return Option.isSome(found) ? found.value.value : yield* new RowsMissing({ table: "tollgate_meta" })
})

/**
 * Stores the id of the master key at the first use of a database. Afterwards, that key must be among the given ones, until
 * all secrets are sealed with another one (`rewrapSecrets`). A new database has a marker in its place, so lost metadata is not
 * taken for a new database.
 */
export const masterKeyCheckWithin: Effect.Effect<
  void,
  RowsMissing | WrongMasterKey | StorageFailure,
  Database | Vault
> = Effect.gen(function* () {
  const { sql, transact, write } = yield* Database
  const { keyId, keyIds } = yield* Vault
  yield* transact(
    Effect.gen(function* () {
      const stored = yield* storedKeyId
      if (keyIds.includes(stored)) return
      if (stored !== UNSET) return yield* new WrongMasterKey({ storedKeyId: stored, givenKeyId: keyId })
      yield* write(sql`UPDATE tollgate_meta SET value = ${keyId} WHERE name = ${"master_key_id"}`)
    })
  )
})

/** The check of a database whose master key is lost, before its secrets are abandoned. It stores nothing. */
export const lostKeyCheckWithin: Effect.Effect<void, RowsMissing | MasterKeyFits | StorageFailure, Database | Vault> =
  Effect.gen(function* () {
    const { keyIds } = yield* Vault
    const stored = yield* storedKeyId
    if (stored === UNSET || keyIds.includes(stored)) return yield* new MasterKeyFits()
  })

/**
 * The same as `masterKeyCheckWithin`, over a client alone.
 *
 * @throws {WrongMasterKey} if the database belongs to another master key.
 */
export const masterKeyCheck: Effect.Effect<
  void,
  RowsMissing | WrongMasterKey | StorageFailure,
  SqlClient.SqlClient | Vault
> = Effect.provide(masterKeyCheckWithin, layer)
