import { describe, expect, it } from "@effect/vitest"
import { Readiness } from "@tollgate/core/storage"
import { Effect, Layer } from "effect"
import { connect, inFile, temporaryFile } from "./support/files.js"

describe("Readiness on an SQLite file", () => {
  it.scopedLive("warns once a newer version has migrated it", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const stores = yield* Layer.build(inFile(file))
      const warnings = Effect.provide(
        Effect.flatMap(Readiness, ({ check, warnings = Effect.succeed([]) }) => Effect.zipRight(check, warnings)),
        stores
      )
      expect(yield* warnings).toEqual([])
      const other = yield* connect(file)
      other.exec("INSERT INTO tollgate_migrations (migration_id, name) VALUES (1000, 'later')")
      expect(yield* warnings).toEqual([
        "A newer version of Tollgate has migrated the database. Replace this process by that version."
      ])
    })
  )
})
