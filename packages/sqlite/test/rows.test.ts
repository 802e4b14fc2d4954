import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { oneOfEach, wrongRows } from "../../sql/test/support/wrongRows.js"
import { connect, emptyFile, inFile } from "./support/files.js"

describe("A table in an SQLite file", () => {
  it.scopedLive("takes no row that is not what its rows are", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.provide(oneOfEach, yield* Layer.build(inFile(file)))
      const database = yield* connect(file)
      database.exec("PRAGMA foreign_keys = ON")
      const taken = wrongRows.flatMap(([table, change]) => {
        try {
          const changes = database.changes(`UPDATE ${table} SET ${change}`)
          return [{ table, change, changes }]
        } catch (refusal) {
          expect(String(refusal)).toMatch(/constraint failed|cannot store|malformed JSON/)
          return []
        }
      })
      expect(taken).toEqual([])
    })
  )
})
