import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import * as Sql from "@tollgate/sql"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { runs } from "../../../test/runs.js"
import { seeded } from "../../../test/seeded.js"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { faulty, spendWithFaults } from "./support/faultyStorage.js"
import { temporaryFile } from "./support/files.js"

describe.skipIf(!hasHostClient)("Requests on a storage that fails, waits, or stores and then fails", () => {
  for (let seed = 0; seed < runs(3, 200); seed++) {
    it.scopedLive(`are admitted with a row, within the limit, and what they cost is recorded once (seed ${seed})`, () =>
      Effect.gen(function* () {
        const { client, faults } = faulty(yield* migratedClient(yield* temporaryFile), seeded(seed))
        const stores = yield* Layer.build(Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, client)))
        yield* spendWithFaults(seed, faults).pipe(Effect.provide(stores), Logger.withMinimumLogLevel(LogLevel.None))
      })
    )
  }
})
