import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import * as Sql from "@tollgate/sql"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { runs } from "../../../test/runs.js"
import { seeded } from "../../../test/seeded.js"
import { faulty, spendWithFaults } from "../../sqlite/test/support/faultyStorage.js"
import { migratedClient } from "./support/clients.js"
import { migratedDatabase } from "./support/databases.js"

describe("Requests on a server of PostgreSQL that fails, waits, or stores and then fails", () => {
  it.scopedLive(
    "are admitted with a row, within the limit, and what they cost is recorded once, by seed",
    () =>
      Effect.gen(function* () {
        const host = yield* migratedClient(yield* migratedDatabase)
        for (let seed = 0; seed < runs(1, 60); seed++) {
          // Each seed has an account of its own in the same database, and stores that know nothing yet.
          const { client, faults } = faulty(host, seeded(seed))
          const stores = Layer.fresh(Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, client)))
          yield* spendWithFaults(seed, faults).pipe(
            Effect.provide(stores),
            Logger.withMinimumLogLevel(LogLevel.None),
            Effect.annotateLogs({ seed })
          )
        }
      }),
    runs(60_000, 1_200_000)
  )
})
