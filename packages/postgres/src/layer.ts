import type { Services } from "@tollgate/core"
import { Readiness, StorageFailure, Vault } from "@tollgate/core/storage"
import { Database, stores } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { parseUrl } from "./DatabaseUrl.js"
import { openDatabase } from "./openDatabase.js"
import { PostgresRefused } from "./PostgresRefused.js"
import { defaults, type Settings } from "./Settings.js"

/** Which database, and with which master key (32 bytes). What is not stated of the settings is as `defaults` says. */
export interface PostgresOptions extends Partial<Settings> {
  /** `postgres://user:password@host:port/database`, with `sslmode`, `sslrootcert`, `application_name`, `options` and the like after a `?`. */
  readonly url: Redacted.Redacted | string
  readonly masterKey: Redacted.Redacted<Uint8Array>
}

const open = (options: PostgresOptions) =>
  Effect.gen(function* () {
    const text = Redacted.isRedacted(options.url) ? options.url : Redacted.make(options.url)
    const address = parseUrl(text)
    if (address === null) return yield* new PostgresRefused({ database: null, reason: "malformed_url" })
    const vault = yield* Effect.mapError(
      Vault.make(options.masterKey),
      (cause) => new PostgresRefused({ database: address.name, reason: "malformed_master_key", cause })
    )
    const stated = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    const settings: Settings = { ...defaults, ...stated }
    const database = yield* Effect.provideService(openDatabase(address, settings), Vault, vault)
    return Layer.merge(Layer.succeed(Database, database), Layer.succeed(Vault, vault))
  })

/** Ready is who reads an account table and could write to it: a standby takes no writes, and a server in trouble may not. */
const readiness = Layer.effect(
  Readiness,
  Effect.map(Database, ({ read, sql }) => {
    const probe = sql`SELECT (SELECT id FROM organizations LIMIT 1) AS id
WHERE current_setting('transaction_read_only') = 'off'`
    return Readiness.of({
      check: Effect.flatMap(read(probe), (rows) =>
        rows.length > 0 ? Effect.void : new StorageFailure({ cause: new Error("The server takes no writes.") })
      )
    })
  })
)

/**
 * Everything that the programs need, kept in a PostgreSQL database, which many machines may use at the same time. The tables are
 * made where they are not there yet; the database itself is not.
 */
export const layer = (options: PostgresOptions): Layer.Layer<Services, PostgresRefused> =>
  Layer.merge(stores, readiness).pipe(Layer.provideMerge(Layer.unwrapScoped(open(options))))
