import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../sql/src/transaction/Database.js"
import { layer } from "../../sql/src/transaction/makeDatabase.js"
import { numbers, patchPromises } from "../../sql/test/support/patchPromises.js"
import { hostClient } from "./support/clients.js"
import { connect, migratedDatabase } from "./support/databases.js"

const opened = (url: string) =>
  Effect.flatMap(hostClient(url), (client) =>
    Effect.provide(Database, layer).pipe(Effect.provideService(SqlClient.SqlClient, client))
  )

patchPromises("PostgreSQL", Effect.flatMap(migratedDatabase, opened))

describe("A patch without fields on PostgreSQL", () => {
  it.scopedLive("locks the row until its transaction ends", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const database = yield* opened(url)
      const { change } = yield* Effect.provideService(numbers, Database, database)
      const other = yield* connect(url)
      const free = Effect.promise(() => other.query("SELECT id FROM numbers FOR UPDATE SKIP LOCKED"))
      const within = yield* database.transact(
        Effect.zipRight(
          change({ id: "one" }, {}),
          Effect.map(free, ({ rows }) => rows)
        )
      )
      expect(within).toEqual([])
      expect((yield* free).rows).toEqual([{ id: "one" }])
    })
  )
})
