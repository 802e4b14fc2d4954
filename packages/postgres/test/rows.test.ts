import { SqlClient, type SqlError } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import * as Sql from "@tollgate/sql"
import { Effect, Either, Predicate } from "effect"
import { oneOfEach, wrongRows } from "../../sql/test/support/wrongRows.js"
import { migratedClient } from "./support/clients.js"
import { migratedDatabase } from "./support/databases.js"

/** PostgreSQL's classes of errors about data: a value of no such type (22), a constraint that does not hold (23). */
const isAboutData = ({ cause }: SqlError.SqlError) =>
  Predicate.hasProperty(cause, "code") && /^2[23]/.test(String(cause.code))

describe("A table in PostgreSQL", () => {
  it.scopedLive("takes no row that is not what its rows are", () =>
    Effect.gen(function* () {
      const client = yield* migratedClient(yield* migratedDatabase)
      yield* oneOfEach.pipe(Effect.provide(Sql.layer), Effect.provideService(SqlClient.SqlClient, client))
      const outcomes = yield* Effect.forEach(wrongRows, ([table, change]) =>
        Effect.map(Effect.either(client.unsafe(`UPDATE ${table} SET ${change}`)), (outcome) => ({
          table,
          change,
          refused: Either.match(outcome, { onLeft: isAboutData, onRight: () => false })
        }))
      )
      expect(outcomes.filter(({ refused }) => !refused)).toEqual([])
      expect(yield* client`SELECT count(*)::int AS keys FROM api_keys`).toEqual([{ keys: 1 }])
    })
  )
})
