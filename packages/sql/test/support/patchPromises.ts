import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Schema, type Scope } from "effect"
import { table } from "../../src/table/table.js"
import { Database } from "../../src/transaction/Database.js"

const fields = ["a", "b", "c", "d", "e", "f"] as const

const Numbers = Schema.Struct({
  id: Schema.String,
  a: Schema.Int,
  b: Schema.Int,
  c: Schema.Int,
  d: Schema.Int,
  e: Schema.Int,
  f: Schema.NullOr(Schema.Int)
})

const zeros = { id: "one", a: 0, b: 0, c: 0, d: 0, e: 0, f: 0 }

/** Every set of the fields. */
const sets = Array.from({ length: 2 ** fields.length }, (_, bits) =>
  fields.filter((_, place) => Math.floor(bits / 2 ** place) % 2 === 1)
)

/** A table of numbers with one row, its patch, and the texts of the statements that wrote. */
export const numbers = Effect.gen(function* () {
  const database = yield* Database
  const texts = new Set<string>()
  const write: typeof database.write = (statement) => {
    texts.add(statement.compile(true)[0])
    return database.write(statement)
  }
  const { insert, find, patch } = table({ ...database, write }, "numbers", Numbers)
  yield* database.write(
    database.sql`CREATE TABLE numbers (id TEXT PRIMARY KEY, a INTEGER, b INTEGER, c INTEGER, d INTEGER, e INTEGER, f INTEGER)`
  )
  yield* insert(zeros)
  texts.clear()
  const change = patch(fields, ["id", ...fields], "id")
  return { database, texts, find: find("id"), change }
})

/** A patch of a row changes its own fields and no others. */
export const patchPromises = <E>(storage: string, opened: Effect.Effect<typeof Database.Service, E, Scope.Scope>) => {
  const promise = <E>(name: string, effect: Effect.Effect<void, E, Database>) =>
    it.scopedLive(name, () => Effect.flatMap(opened, (database) => Effect.provideService(effect, Database, database)))

  describe(`A patch on ${storage}`, () => {
    promise(
      "changes only its fields, for every set of them, by few texts",
      Effect.gen(function* () {
        const { change, find, texts } = yield* numbers
        let expected: typeof Numbers.Type = zeros
        for (const [n, set] of [...sets, ...sets.toReversed()].entries()) {
          const patch = Object.fromEntries(set.map((field) => [field, field === "f" && n % 2 === 0 ? null : n]))
          expected = { ...expected, ...patch }
          expect(yield* change({ id: "one" }, patch)).toEqual(Option.some(expected))
          expect(yield* find({ id: "one" })).toEqual(Option.some(expected))
        }
        expect(texts.size).toBeGreaterThan(1)
        expect(texts.size).toBeLessThan(12)
      })
    )

    promise(
      "reads the row and writes nothing if it has no fields",
      Effect.gen(function* () {
        const { change, database, texts } = yield* numbers
        for (const run of [change({ id: "one" }, {}), database.transact(change({ id: "one" }, {}))]) {
          expect(yield* run).toEqual(Option.some(zeros))
        }
        expect(yield* change({ id: "two" }, {})).toEqual(Option.none())
        expect([...texts]).toEqual([])
      })
    )
  })
}
