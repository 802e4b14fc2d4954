import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import { Metrics } from "@tollgate/core"
import { families, measureGauge, type Vault } from "@tollgate/core/storage"
import { RowsMissing } from "@tollgate/sql"
import { Database, make, migrateWithin, missingRowsQuery, prepareLostWithin, prepareWithin } from "@tollgate/sql/driver"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Pg from "pg"
import type { DatabaseUrl } from "./DatabaseUrl.js"
import { openPool } from "./openPool.js"
import { PoolMetrics } from "./PoolMetrics.js"
import { type PostgresRefusal, PostgresRefused } from "./PostgresRefused.js"
import { poolExecutor } from "./poolExecutor.js"
import { RowQueue } from "./RowQueue.js"
import { ServerError } from "./ServerError.js"
import { ServerStart } from "./ServerStart.js"
import type { Settings } from "./Settings.js"
import { toPostgresRefusal } from "./toPostgresRefusal.js"

/** Oldest PostgreSQL major still supported upstream (14). */
const OLDEST_VERSION = 140_000

const setting = (row: unknown, name: string): string =>
  Predicate.hasProperty(row, name) && Predicate.isString(row[name]) ? row[name] : ""

/** Checks version, encoding and access of the server. */
const judge = (row: unknown): PostgresRefusal | null => {
  if (Number(setting(row, "version")) < OLDEST_VERSION) return "too_old"
  if (setting(row, "encoding") !== "UTF8") return "not_utf8"
  return setting(row, "read_only") === "on" ? "read_only" : null
}

const refusedOf = (name: string) => (cause: unknown) =>
  new PostgresRefused({ database: name, reason: toPostgresRefusal(cause), cause })

/** Connects to a database. Its connections are closed with the scope. */
const connect = Effect.fnUntraced(function* ({ name, url }: DatabaseUrl, settings: Settings) {
  const refused = refusedOf(name)
  // The driver reads the certificates in the address when a client is made, and throws if it cannot.
  yield* Effect.try({
    try: () => new Pg.Client({ connectionString: Redacted.value(url) }),
    catch: (cause) => new PostgresRefused({ database: name, reason: "insecure", cause: ServerError.of(cause) })
  })
  const clock = yield* Effect.clock
  const now = () => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)
  const forReads = Math.max(1, Math.floor(settings.maxConnections * 0.3))
  const start = new ServerStart()
  const readers = yield* openPool(url, settings, forReads, start)
  const writers = yield* openPool(url, settings, Math.max(1, settings.maxConnections - forReads), start)
  const sql = yield* PgClient.fromPool({ acquire: Effect.succeed(writers) }).pipe(
    Effect.provide(Reactivity.layer),
    Effect.mapError(refused)
  )
  const rows = new RowQueue(settings.acquireTimeout)
  yield* measureGauge(families.queue, () => readers.waitingCount + writers.waitingCount + rows.waiting)
  const registry = yield* Metrics
  const metrics = registry === null ? null : new PoolMetrics(registry, () => clock.unsafeCurrentTimeNanos())
  const database = make(sql, {
    ...poolExecutor({ readers, writers }, settings, now, metrics, rows),
    onNewServer: start.onChange
  })
  const [server] = yield* Effect.mapError(
    database.read(sql`SELECT current_setting('server_version_num') AS version,
  current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only`),
    refused
  )
  const reason = judge(server)
  if (reason !== null) return yield* new PostgresRefused({ database: name, reason })
  return database
})

/** Runs a change of the schema. Another machine's may take longer than one lock timeout. */
const prepared = <A, E, R>(effect: Effect.Effect<A, E, R>, name: string) =>
  Effect.mapError(effect, refusedOf(name)).pipe(
    Effect.retry({ while: ({ reason }) => reason === "busy", schedule: Schedule.recurs(5) })
  )

/** Runs the migrations that a database lacks, and returns their names. */
export const migratePostgres = Effect.fnUntraced(function* (address: DatabaseUrl, settings: Settings) {
  const database = yield* connect(address, settings)
  const steps = yield* prepared(Effect.provideService(migrateWithin, Database, database), address.name)
  return steps.map(({ name }) => name)
})

/** Fails if the database has lost rows that every account needs. */
const checkRows = Effect.fnUntraced(function* ({ read, sql }: Context.Tag.Service<Database>, name: string) {
  const [row] = yield* Effect.mapError(read(sql.unsafe(missingRowsQuery)), refusedOf(name))
  const table = setting(row, "table")
  if (table !== "") return yield* refusedOf(name)(new RowsMissing({ table }))
})

/**
 * Sessions of other clients. A user sees those of all users, if not what they do, and background workers have no user. Its own session is the
 * only one of this process.
 */
const others =
  "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid() LIMIT 1"

/** Fails if another client is connected to a database. Each server keeps a connection, also one that has nothing to do. */
const requireAlone = Effect.fnUntraced(function* ({ name, url }: DatabaseUrl, settings: Settings) {
  const found = yield* Effect.tryPromise({
    try: async () => {
      const client = new Pg.Client({
        connectionString: Redacted.value(url),
        connectionTimeoutMillis: settings.connectTimeout,
        query_timeout: settings.statementTimeout
      })
      client.on("error", () => {})
      try {
        await client.connect()
        return (await client.query(others)).rows.length
      } finally {
        await client.end()
      }
    },
    catch: (cause) => refusedOf(name)(ServerError.of(cause))
  })
  if (found > 0) return yield* new PostgresRefused({ database: name, reason: "in_use" })
})

/** A session ends a moment after its client. */
const soonAlone = (address: DatabaseUrl, settings: Settings) =>
  Effect.retry(requireAlone(address, settings), {
    while: ({ reason }) => reason === "in_use",
    schedule: Schedule.intersect(Schedule.spaced("100 millis"), Schedule.recurs(20))
  })

/** Opens a database whose master key is lost, to abandon its secrets. Nothing else may be connected to it. */
export const openLost: (
  address: DatabaseUrl,
  settings: Settings
) => Effect.Effect<Context.Tag.Service<Database>, PostgresRefused, Scope.Scope | Vault> = Effect.fnUntraced(
  function* (address, settings) {
    yield* soonAlone(address, settings)
    const database = yield* connect(address, settings)
    yield* prepared(Effect.provideService(prepareLostWithin, Database, database), address.name)
    yield* checkRows(database, address.name)
    return database
  }
)

/** Opens a database without its master key, for exports and imports. */
export const openKeyless: (
  address: DatabaseUrl,
  settings: Settings,
  schema: typeof migrateWithin
) => Effect.Effect<Context.Tag.Service<Database>, PostgresRefused, Scope.Scope> = Effect.fnUntraced(
  function* (address, settings, schema) {
    const database = yield* connect(address, settings)
    yield* prepared(Effect.provideService(schema, Database, database), address.name)
    yield* checkRows(database, address.name)
    return database
  }
)

/** Opens a database and creates missing tables, if it may migrate. Its connections are closed with the scope. */
export const openPostgres: (
  address: DatabaseUrl,
  settings: Settings,
  mayMigrate: boolean
) => Effect.Effect<Context.Tag.Service<Database>, PostgresRefused, Scope.Scope | Vault> = Effect.fnUntraced(
  function* (address, settings, mayMigrate) {
    const database = yield* connect(address, settings)
    yield* prepared(Effect.provideService(prepareWithin(mayMigrate), Database, database), address.name)
    yield* checkRows(database, address.name)
    return database
  }
)
