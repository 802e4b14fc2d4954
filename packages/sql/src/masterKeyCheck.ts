import type * as SqlClient from "@effect/sql/SqlClient"
import { type StorageFailure, Vault } from "@tollgate/core/storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database, layer } from "./Database.js"
import { Emptied } from "./Emptied.js"
import { NOT_YET } from "./NOT_YET.js"
import { rowReader } from "./rowReader.js"

/** The secrets in this database were sealed with another master key. Ids tell nothing of the keys themselves. */
export class WrongMasterKey extends Data.TaggedError("WrongMasterKey")<{
  readonly storedKeyId: string
  readonly givenKeyId: string
}> {}

/**
 * Remembers, at the first use of a database, which master key it belongs to, and refuses any other from then on. That a
 * new database has none yet is written in it, so what was lost is never taken for new.
 */
export const masterKeyCheckWithin: Effect.Effect<void, Emptied | WrongMasterKey | StorageFailure, Database | Vault> =
  Effect.gen(function* () {
    const { read, sql, transact, write } = yield* Database
    const { keyId } = yield* Vault
    const values = rowReader(sql, Schema.Struct({ value: Schema.String }))
    const stored = values.first(read(sql`SELECT value FROM tollgate_meta WHERE name = ${"master_key_id"}`))
    yield* transact(
      Effect.gen(function* () {
        const found = yield* stored
        if (Option.isNone(found)) return yield* new Emptied({ table: "tollgate_meta" })
        const storedKeyId = found.value.value
        if (storedKeyId === keyId) return
        if (storedKeyId !== NOT_YET) return yield* new WrongMasterKey({ storedKeyId, givenKeyId: keyId })
        yield* write(sql`UPDATE tollgate_meta SET value = ${keyId} WHERE name = ${"master_key_id"}`)
      })
    )
  })

/** `masterKeyCheckWithin` over a client alone. */
export const masterKeyCheck: Effect.Effect<
  void,
  Emptied | WrongMasterKey | StorageFailure,
  SqlClient.SqlClient | Vault
> = Effect.provide(masterKeyCheckWithin, layer)
