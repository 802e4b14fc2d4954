import { describe, expect, it } from "@effect/vitest"
import { SpendingStore, unlimited } from "@tollgate/core/storage"
import { Effect, Layer } from "effect"
import { admission, own, refsOf, START } from "../../sql/test/support/holds.js"
import { connect, emptyFile, inFile } from "./support/files.js"

const windows = ["total", "daily", "weekly", "monthly"]
const columns = ["own", "byok"].flatMap((kind) =>
  ["spent", "held", "unknown", "opening"].flatMap((what) => windows.map((window) => `${kind}_${what}_${window}`))
)

/** More than are read by one statement. */
const refs = [..."0123456789"].map((letter) => refsOf(own, letter)[0])

describe("The scopes of an admission on SQLite", () => {
  it.scoped(
    "are read with every amount that they have, also rare ones, and those that do not exist begin with none",
    () =>
      Effect.gen(function* () {
        const file = yield* emptyFile
        const stores = yield* Layer.build(inFile(file))
        yield* Effect.gen(function* () {
          const store = yield* SpendingStore
          const asked = (number: number, names: typeof refs) => ({
            ...admission(own, number, { amount: 0 }),
            scopes: names.map((ref) => ({ ref, terms: unlimited, version: null }))
          })
          expect(yield* store.admit(asked(1, refs.slice(1)))).toMatchObject({ _tag: "Admitted" })
          const other = yield* connect(file)
          // A column of each row, all of one row, and none of one.
          const changed = columns.map(
            (name, at) => `${name} = iif(id % 5 = ${at} % 5 OR id = 9, ${2 ** 58} + ${at} - id, 0)`
          )
          other.exec(`UPDATE spending_scopes SET ${changed.join(", ")}, include_byok = id % 2, version = id,
          opening_day = iif(id % 3 = 0, 0, day - id),
          ahead = iif(id = 3, day - 1, NULL), limit_total = NULL, limit_weekly = iif(id = 4, ${2n ** 63n - 1n}, NULL) WHERE id <> 8`)
          const stored = yield* store.scopes(refs, START)
          const answer = yield* store.admit({ ...asked(2, refs), dry_run: true })
          if (answer._tag !== "Admitted") throw new Error(answer._tag)
          expect(answer.scopes.slice(1)).toEqual(stored.map((scope) => ({ ...scope, holds: scope.holds + 1 })))
          expect(answer.scopes[0]).toMatchObject({ id: 0, ref: refs[0], version: 0, holds: 1 })
        }).pipe(Effect.provide(stores))
      })
  )
})
