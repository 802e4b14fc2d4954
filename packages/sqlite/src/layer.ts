import { resolve } from "node:path"
import type { Services } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { Database, prepareWithin, stores } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { createFile } from "./createFile.js"
import { DatabaseRefused } from "./DatabaseRefused.js"
import { APPLICATION_ID, inspectFile } from "./inspectFile.js"
import { openDatabase } from "./openDatabase.js"
import { refusalOf } from "./refusalOf.js"

/** Which file, with which master key (32 bytes), and whether to create the file where there is none (by default, yes). */
export interface SqliteOptions {
  readonly file: string
  readonly masterKey: Redacted.Redacted<Uint8Array>
  readonly create?: boolean
}

const openPrepared = Effect.fnUntraced(function* (path: string) {
  const database = yield* openDatabase(path)
  yield* Effect.provideService(prepareWithin, Database, database)
  return database
})

/** A new database: made complete under another name, then put in place unless another process was first. */
const create = (file: string) =>
  createFile(file, (draft) =>
    Effect.scoped(
      Effect.flatMap(openPrepared(draft), ({ sql, write }) =>
        Effect.asVoid(write(sql.unsafe(`PRAGMA application_id = ${APPLICATION_ID}`)))
      )
    )
  )

const open = Effect.fnUntraced(function* (options: SqliteOptions) {
  const file = resolve(options.file)
  const found = yield* inspectFile(file, options.create ?? true)
  return yield* Effect.zipRight(found === "absent" ? create(file) : Effect.void, openPrepared(file)).pipe(
    Effect.mapError((cause) => new DatabaseRefused({ file, reason: refusalOf(cause), cause }))
  )
})

const vault = ({ file, masterKey }: SqliteOptions) =>
  Layer.effect(
    Vault,
    Effect.mapError(
      Vault.make(masterKey),
      (cause) => new DatabaseRefused({ file: resolve(file), reason: "malformed_master_key", cause })
    )
  )

/**
 * Everything that the programs need, kept in one SQLite file. Opening looks at the file's header, its schema version,
 * the table of migrations and the master key's id, never at all of the data; what is damaged deeper in shows when it
 * is read, as a `StorageFailure`. Several processes may open the same file.
 */
export const layer = (options: SqliteOptions): Layer.Layer<Services, DatabaseRefused> =>
  stores.pipe(Layer.provide(Layer.scoped(Database, open(options))), Layer.provideMerge(vault(options)))
