import type { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { migrate } from "./migratePromises.js"

const [begunAnew, whole] = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"]
const [first, last] = ["a".repeat(64), "b".repeat(64)]

/** What the step promises that notes which audit entries were deleted before deletions were noted, on every database. */
export const notedPruningsPromises = <E>(fresh: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>) => {
  it.scopedLive("adds a sealed entry to each chain whose first entries were deleted, and to no other", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* migrate(client)
      // A later step that cannot be repeated is undone here, too.
      yield* client`DROP INDEX api_keys_by_use`
      yield* client`DROP INDEX IF EXISTS api_keys_by_latest_use`
      yield* client`DELETE FROM tollgate_migrations WHERE migration_id >= 37`
      for (const [organization_id, seq, deleted_seq] of [
        [begunAnew, 3, 2],
        [whole, 3, 0]
      ] as const) {
        yield* client`INSERT INTO audit_heads (organization_id, seq, hash, deleted_seq, deleted_hash)
VALUES (${organization_id}, ${seq}, ${last}, ${deleted_seq}, ${first})`
      }
      const before = Date.now()
      yield* migrate(client)
      expect(
        yield* client`SELECT organization_id, CAST(seq AS INTEGER) AS seq, actor_kind, action, changes, hash FROM audit_entries`
      ).toEqual([
        {
          organization_id: begunAnew,
          seq: 4,
          actor_kind: "host",
          action: "audit.prune",
          changes: JSON.stringify({ from: 1, to: 2, hash: first, noted_late: true }),
          hash: expect.stringMatching(/^[0-9a-f]{64}$/)
        }
      ])
      const [entry] = yield* client`SELECT created_at FROM audit_entries`
      expect(Math.abs(Number(entry?.["created_at"]) - before)).toBeLessThan(3_600_000)
      expect(yield* client`SELECT CAST(seq AS INTEGER) AS seq FROM audit_heads ORDER BY organization_id`).toEqual([
        { seq: 4 },
        { seq: 3 }
      ])
    })
  )
}
