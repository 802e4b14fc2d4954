import * as Schema from "effect/Schema"
import { inMemory } from "./calls/inMemory.js"
import { onPostgres } from "./calls/onPostgres.js"
import { onSqlite } from "./calls/onSqlite.js"
import { overHttp } from "./calls/overHttp.js"
import { kept } from "./runs/kept.js"
import { pairsInRuns } from "./runs/pairsInRuns.js"
import { refusals } from "./runs/refusals.js"
import { storages } from "./runs/storages.js"

// A separate process: measures a table's rows of one storage, and sends them.

const calls = { memory: inMemory, sqlite: onSqlite, postgres: onPostgres, http: overHttp }
const ofRuns = { pairs: pairsInRuns, refusals, kept }

const size = Schema.Struct({ acts: Schema.Number, rounds: Schema.Number })

/** What the process is asked to measure, as JSON in its argument. */
const Asked = Schema.Union(
  Schema.Struct({
    rows: Schema.Literal("calls"),
    storage: Schema.Literal("memory", "sqlite", "postgres", "http"),
    tenants: Schema.Struct({ organizations: Schema.Number, keys: Schema.Number }),
    size
  }),
  Schema.Struct({
    rows: Schema.Literal("pairs", "refusals", "kept"),
    storage: Schema.Literal("memory", "sqlite", "postgres"),
    tenants: Schema.Struct({ organizations: Schema.Number, keys: Schema.Number }),
    size,
    many: Schema.Number
  })
)
export type Asked = typeof Asked.Type

// Without its bench, nothing else would end it.
process.once("disconnect", () => process.exit())
const asked = Schema.decodeUnknownSync(Schema.parseJson(Asked))(process.argv[2])
process.send?.(
  asked.rows === "calls"
    ? await calls[asked.storage](asked.tenants, asked.size)
    : await storages[asked.storage]((storage) => ofRuns[asked.rows](storage, asked))
)
process.disconnect()
