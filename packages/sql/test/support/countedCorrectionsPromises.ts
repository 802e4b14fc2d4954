import type { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { knownMigrations } from "../../src/schema/knownMigrations.js"
import { migrate, take, uuid } from "./migratePromises.js"

const numbers = ["organization", "workspace", "api_key", "member", "request", "asked", "amount", "flags"]
const others = ["lease_seconds", "day", "input_tokens", "output_tokens", "opened_at", "lease_ends_at"]
const zeros = Object.fromEntries([...numbers, ...others].map((column) => [column, 0]))

/** What the step promises that counts the corrections of holds, on every database. */
export const countedCorrectionsPromises = <E>(fresh: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>) => {
  it.scopedLive("counts the corrections that holds have", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      const isPostgres = client.onDialectOrElse({ pg: () => true, orElse: () => false })
      const idOf = (n: number) => (isPostgres ? uuid(n) : Buffer.from(uuid(n).replaceAll("-", ""), "hex"))
      const steps = knownMigrations(client).filter(({ id }) => id < 36)
      yield* Effect.forEach(steps, (_, index) => take(client, index + 1))
      for (const n of [1, 2]) {
        const hold = { id: idOf(n), ...zeros, state: 4, cost: 0, is_byok: isPostgres ? false : 0, scopes: "" }
        yield* client`INSERT INTO spending_holds ${client.insert(hold)}`
      }
      const correction = { organization_id: uuid(3), replaced_cost: 0, cost: 0, reason: "Invoice", corrected_at: 0 }
      for (const n of [2, 2, 4]) {
        yield* client`INSERT INTO spending_corrections ${client.insert({ hold: idOf(n), ...correction })}`
      }
      yield* migrate(client)
      const holds = yield* client`SELECT corrections FROM spending_holds ORDER BY id`
      expect(holds.map(({ corrections }) => Number(corrections))).toEqual([0, 2])
    })
  )
}
