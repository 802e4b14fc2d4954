import * as Schema from "effect/Schema"
import { inMemory } from "./inMemory.js"
import { onPostgres } from "./onPostgres.js"
import { onSqlite } from "./onSqlite.js"
import { overHttp } from "./overHttp.js"

// A separate process: measures the calls on one storage, and sends their rows.

const measures = { memory: inMemory, sqlite: onSqlite, postgres: onPostgres, http: overHttp }

const Asked = Schema.Struct({
  storage: Schema.Literal("memory", "sqlite", "postgres", "http"),
  tenants: Schema.Struct({ organizations: Schema.Number, keys: Schema.Number }),
  size: Schema.Struct({ acts: Schema.Number, rounds: Schema.Number })
})

/** What the process is asked to measure, as JSON in its argument. */
export type Asked = typeof Asked.Type

/** Where the calls go. */
export type Storage = Asked["storage"]

// Without its bench, nothing else would end it.
process.once("disconnect", () => process.exit())
const { size, storage, tenants } = Schema.decodeUnknownSync(Schema.parseJson(Asked))(process.argv[2])
process.send?.(await measures[storage](tenants, size))
process.disconnect()
