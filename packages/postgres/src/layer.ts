import type { Services } from "@tollgate/core"
import { Readiness, StorageFailure, Vault } from "@tollgate/core/storage"
import { Database, newerSchema, sealEntries, stores } from "@tollgate/sql/driver"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { parseUrl } from "./DatabaseUrl.js"
import { migratePostgres, openLost, openPostgres } from "./openPostgres.js"
import { PostgresRefused } from "./PostgresRefused.js"
import { defaults, type Settings } from "./Settings.js"

/** Options of `layer`: the database, the master key and the settings. */
export interface PostgresOptions extends Partial<Settings> {
  /** `postgres://user:password@host:port/database`, with parameters such as `sslmode`, `sslrootcert`, `application_name` and `options` after a `?`. */
  readonly url: Redacted.Redacted | string
  /**
   * The key that encrypts provider secrets: 32 bytes, the same for all processes. Of several keys, one after another, the first
   * encrypts and all decrypt.
   */
  readonly masterKey: Redacted.Redacted<Uint8Array>
  /**
   * Whether to create missing tables and to run the migrations that a database of an older version lacks. If not, such a database is refused.
   *
   * @default true
   */
  readonly migrate?: boolean
}

/** Reads the address and the settings. */
export const parse = Effect.fnUntraced(function* ({ url, ...given }: Pick<PostgresOptions, "url"> & Partial<Settings>) {
  const address = parseUrl(Redacted.isRedacted(url) ? url : Redacted.make(url))
  if (address === null) return yield* new PostgresRefused({ database: null, reason: "malformed_url" })
  const { name, reserved } = address
  if (reserved !== null) {
    return yield* new PostgresRefused({ database: name, reason: "reserved_setting", setting: reserved })
  }
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const settings: Settings = { ...defaults, ...stated }
  return { address, settings }
})

/** An open database, without the stores over it. */
export const open = ({ masterKey, migrate = true, ...options }: PostgresOptions, isKeyLost = false) =>
  Effect.gen(function* () {
    const { address, settings } = yield* parse(options)
    const vault = yield* Effect.mapError(
      Vault.make(masterKey),
      (cause) => new PostgresRefused({ database: address.name, reason: "malformed_master_key", cause })
    )
    const opened = isKeyLost ? openLost(address, settings) : openPostgres(address, settings, migrate)
    const database = yield* Effect.provideService(opened, Vault, vault)
    return Layer.merge(Layer.succeed(Database, database), Layer.succeed(Vault, vault))
  })

/**
 * Creates the tables of a PostgreSQL database, or changes them to those of this version, and returns the names of the migrations
 * that it ran. It needs no master key. Afterwards, a user with the privileges SELECT, INSERT, UPDATE and DELETE can open the
 * database.
 *
 * @throws {PostgresRefused} if the database cannot be used; `reason` says why.
 * @example
 * import { migrate } from "@tollgate/postgres"
 * import { Config, Effect } from "effect"
 *
 * export const prepared = Effect.flatMap(Config.redacted("OWNER_URL"), (url) => migrate({ url }))
 */
export const migrate = (
  options: Pick<PostgresOptions, "url"> & Partial<Settings>
): Effect.Effect<ReadonlyArray<string>, PostgresRefused> =>
  Effect.scoped(Effect.flatMap(parse(options), ({ address, settings }) => migratePostgres(address, settings)))

/** Ready if a table can be read and the server accepts writes; a standby does not. */
const readiness = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const { read, sql } = yield* Database
    const warnings = yield* newerSchema
    const probe = sql`SELECT (SELECT id FROM organizations LIMIT 1) AS id
WHERE current_setting('transaction_read_only') = 'off'`
    return Readiness.of({
      check: Effect.flatMap(read(probe), (rows) =>
        rows.length > 0 ? Effect.void : new StorageFailure({ cause: new Error("The server takes no writes.") })
      ),
      warnings
    })
  })
)

/** Seals the audit entries that this process stores, at most every 100 ms. What fails is sealed by the next one, or before it is read. */
const sealing = Layer.scopedDiscard(
  Effect.gen(function* () {
    const database = yield* Database
    const seal = sealEntries(database)
    const stored = yield* Effect.makeLatch(false)
    database.onEntry(() => stored.unsafeOpen())
    const next = Effect.zipRight(stored.await, Effect.sleep("100 millis"))
    yield* Effect.forkScoped(Effect.forever(Effect.all([next, stored.close, Effect.ignore(seal)], { discard: true })))
  })
)

/** The stores over an open database. */
export const services = Layer.mergeAll(stores, readiness, sealing)

/**
 * Every service that the programs need, stored in a PostgreSQL database. Many processes can share it. Missing tables are created;
 * the database itself must exist.
 *
 * @throws {PostgresRefused} if the database cannot be used; `reason` says why.
 * @example
 * import { layer } from "@tollgate/postgres"
 * import { MasterKeyFile } from "@tollgate/sqlite"
 * import { Config, Effect, Layer } from "effect"
 *
 * export const accounts = Layer.unwrapEffect(
 *   Effect.gen(function* () {
 *     const url = yield* Config.redacted("DATABASE_URL")
 *     const masterKey = yield* MasterKeyFile.parseMasterKey(yield* Config.redacted("MASTER_KEY"))
 *     return layer({ url, masterKey, maxConnections: 20 })
 *   })
 * )
 */
export const layer = (options: PostgresOptions): Layer.Layer<Services, PostgresRefused> =>
  Layer.provideMerge(services, Layer.unwrapScoped(open(options)))

/**
 * The same as `layer` for a database whose master key is lost, with the key that it gets instead: for `abandonSecrets` alone. It is refused if
 * anything else is connected to it (`in_use`), or if it opens with that key (`master_key_fits`).
 *
 * @throws {PostgresRefused} if the database cannot be used; `reason` says why.
 */
export const layerOfLostKey = (
  options: Pick<PostgresOptions, "masterKey" | "url"> & Partial<Settings>
): Layer.Layer<Services, PostgresRefused> => Layer.provideMerge(services, Layer.unwrapScoped(open(options, true)))
