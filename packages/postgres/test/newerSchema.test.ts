import { describe, expect, it } from "@effect/vitest"
import { Readiness } from "@tollgate/core/storage"
import { Effect, Layer } from "effect"
import { freshDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

describe("Readiness on PostgreSQL", () => {
  it.scopedLive("warns once a newer version has migrated it", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const stores = yield* Layer.build(inDatabase(url))
      const warnings = Effect.provide(
        Effect.flatMap(Readiness, ({ check, warnings = Effect.succeed([]) }) => Effect.zipRight(check, warnings)),
        stores
      )
      expect(yield* warnings).toEqual([])
      yield* query(url, "INSERT INTO tollgate_migrations (migration_id, name) VALUES (1000, 'later')")
      expect(yield* warnings).toEqual([
        "A newer version of Tollgate has migrated the database. Replace this process by that version."
      ])
    })
  )
})
