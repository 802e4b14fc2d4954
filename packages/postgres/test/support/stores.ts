import type { Services } from "@tollgate/core"
import { layer, type PostgresOptions } from "@tollgate/postgres"
import { Database } from "@tollgate/sql/driver"
import { Context, Effect, Layer, Redacted } from "effect"
import { reused } from "../../../../test/reused.js"
import { readTables } from "../../../sql/dist/archive/readTables.js"
import { open, services } from "../../dist/layer.js"
import { emptyDatabase, wipe } from "./databases.js"

export const masterKey = Redacted.make(new Uint8Array(32).fill(7))

/** Every port on a database. */
export const inDatabase = (url: string, options: Partial<PostgresOptions> = {}) => layer({ url, masterKey, ...options })

/** The tables of an export with their columns, as the catalogue of a database describes them. */
export const tablesOf = (url: string) =>
  Effect.gen(function* () {
    const opened = yield* Layer.build(Layer.unwrapScoped(open({ url, masterKey })))
    return yield* readTables(Context.get(opened, Database))
  })

/** Every port on a database without accounts, each time that it is built. */
export const inEmptyDatabase: Layer.Layer<Services> = Layer.fresh(
  Layer.orDie(Layer.unwrapScoped(Effect.map(emptyDatabase, (url) => inDatabase(url))))
)

/** Whether another connection to the database still does something, which could store what the next test would see. */
const othersAtWork = `SELECT 1 FROM pg_stat_activity
WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`

const wipeWithin = (opened: Context.Context<Database>) =>
  Effect.gen(function* () {
    const { sql, write } = Context.get(opened, Database)
    if ((yield* write(sql.unsafe(othersAtWork))).length > 0) return false
    yield* write(sql.unsafe(wipe))
    return true
  }).pipe(Effect.catchAllCause(() => Effect.succeed(false)))

/**
 * The same for the tests of one file, over connections that they share one after another: to open one takes longer than most
 * of the tests. The stores are built anew, since they remember rows.
 */
export const inEmptyDatabases = (): Layer.Layer<Services> => {
  const opened = reused(
    Effect.flatMap(emptyDatabase, (url) => Layer.build(Layer.unwrapScoped(open({ url, masterKey })))),
    wipeWithin
  )
  return Layer.fresh(
    Layer.orDie(
      Layer.unwrapScoped(Effect.map(opened, (context) => Layer.provideMerge(services, Layer.succeedContext(context))))
    )
  )
}
