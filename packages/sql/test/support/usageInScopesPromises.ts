import { inspect } from "node:util"
import type { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { knownMigrations } from "../../src/schema/knownMigrations.js"
import { applied, expectedScopes, migrate, scopesOf, take, usedKeys } from "./migratePromises.js"

const before = (client: SqlClient.SqlClient) => knownMigrations(client).filter(({ id }) => id < 35 && id > 10)

/** A database before the step, with two keys that were used. */
const counted = (client: SqlClient.SqlClient) =>
  Effect.zipRight(
    usedKeys(client),
    Effect.forEach(before(client), (_, index) => take(client, index + 11))
  )

/** What the step promises that leaves the usage of keys in their scopes alone, on every database. */
export const usageInScopesPromises = <E>(fresh: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>) => {
  it.scopedLive("keeps what keys have used in their scopes alone, and makes it the opening of one that has none", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* counted(client)
      yield* client`DELETE FROM spending_scopes WHERE subject = ${"b".repeat(64)}`
      yield* migrate(client)
      expect(yield* scopesOf(client)).toEqual(expectedScopes)
      const [key] = yield* client`SELECT * FROM api_keys`
      expect(Object.keys(key ?? {}).filter((column) => /^(usage|byok|windows)_/.test(column))).toEqual([])
      // Nothing but the scope changes from then on.
      yield* client`UPDATE spending_scopes SET day = day + 5, own_spent_total = own_spent_total + 3 WHERE kind = 'key'`
    })
  )

  for (const [what, change] of [
    ["amount", "own_spent_daily = own_spent_daily + 1"],
    ["day", "day = day + 1"]
  ] as const) {
    it.scopedLive(
      `does not migrate a database in which a key has another ${what} than its scope, and changes nothing`,
      () =>
        Effect.gen(function* () {
          const client = yield* fresh
          yield* counted(client)
          const copies = client`SELECT hash, windows_daily FROM api_keys ORDER BY hash`
          const [steps, keys] = [yield* applied(client), yield* copies]
          yield* client.unsafe(
            `DROP TRIGGER spending_scopes_usage${client.onDialectOrElse({ pg: () => " ON spending_scopes", orElse: () => "" })}`
          )
          yield* client.unsafe(`UPDATE spending_scopes SET ${change} WHERE kind = 'key'`)
          const refused = yield* Effect.flip(migrate(client))
          expect(inspect(refused, { depth: null })).toContain("usage_of_keys_is_that_of_their_scopes")
          expect(yield* applied(client)).toEqual(steps)
          expect(yield* copies).toEqual(keys)
        })
    )
  }
}
