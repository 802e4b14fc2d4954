import { describe, expect, it } from "@effect/vitest"
import { KeyStore } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Layer, Scope } from "effect"
import { runs } from "../../../test/runs.js"
import { deadlocks } from "./support/activity.js"
import { migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const CALLERS = 32
const ROUNDS = runs(12, 100)

const counted = `SELECT count(*)::int AS keys, (count(*) FILTER (WHERE NOT disabled))::int AS enabled FROM api_keys`
const stored = `SELECT
  coalesce((SELECT size FROM list_sizes WHERE list = 'keys'), 0)::int AS keys,
  coalesce((SELECT size FROM list_sizes WHERE list = 'enabled keys'), 0)::int AS enabled`
const storedInWorkspace = `SELECT
  coalesce((SELECT size FROM list_sizes WHERE list LIKE 'keys of %'), 0)::int AS keys,
  coalesce((SELECT size FROM list_sizes WHERE list LIKE 'enabled keys of %'), 0)::int AS enabled`

describe("The sizes of an organization's lists of keys on PostgreSQL", () => {
  it.scopedLive(
    `are right, without a deadlock, after ${CALLERS} callers created, disabled, enabled and deleted keys`,
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const scope = yield* Scope.make()
        const stores = yield* Layer.buildWithScope(inDatabase(url, { maxConnections: 40 }), scope)
        yield* Effect.gen(function* () {
          const keys = yield* KeyStore
          const { organization_id: owner, ...home } = yield* aHome()
          const caller = (n: number) =>
            Effect.gen(function* () {
              for (let round = 0; round < ROUNDS; round++) {
                const key = yield* aKeyRecord({ ...home, organization_id: owner })
                const disable = (disabled: boolean) => keys.update(owner, key.hash, { disabled }, key.created_at)
                yield* keys.insert(key)
                yield* disable(true)
                if ((n + round) % 2 === 0) yield* disable(false)
                if ((n + round) % 3 !== 0) yield* keys.delete(owner, key.hash)
              }
            })
          yield* Effect.forEach(
            Array.from({ length: CALLERS }, (_, n) => n),
            caller,
            { concurrency: "unbounded" }
          )
        }).pipe(Effect.provide(stores))
        const [sizes] = yield* query(url, counted)
        expect(sizes).not.toEqual({ keys: 0, enabled: 0 })
        expect(yield* query(url, stored)).toEqual([sizes])
        expect(yield* query(url, storedInWorkspace)).toEqual([sizes])
        // A connection that ends has told the server's statistics all that it knows.
        yield* Scope.close(scope, yield* Effect.exit(Effect.void))
        expect(yield* deadlocks(url)).toBe(0)
      })
  )
})
