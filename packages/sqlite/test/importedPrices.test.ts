import { describe, expect, it } from "@effect/vitest"
import { PriceBook } from "@tollgate/core/storage"
import { exportAccounts, importAccounts } from "@tollgate/sqlite"
import { after, aRateCard, noon } from "@tollgate/testing"
import { Effect } from "effect"
import { bytesOf, textOf } from "../../sql/test/support/exports.js"
import { emptyFile, inFile } from "./support/files.js"

const version = Effect.gen(function* () {
  const { period } = yield* PriceBook
  return period === undefined ? null : (yield* period(noon)).version
})
const replaced = Effect.flatMap(PriceBook, (book) => book.replace([aRateCard()], noon))

describe("The version of an imported price book", () => {
  it.scoped("is one that neither the exported database nor this one has had", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* emptyFile, yield* emptyFile]
      const exported = yield* Effect.provide(Effect.zipRight(replaced, version), inFile(from))
      const before = yield* Effect.gen(function* () {
        const book = yield* PriceBook
        yield* replaced
        const first = yield* version
        yield* book.replace([], after(1))
        yield* book.prune(after(2))
        return [first, yield* version]
      }).pipe(Effect.provide(inFile(to)))
      const text = yield* textOf((options) => exportAccounts(from, { ...options, ledger: true }))
      yield* importAccounts(to, { read: bytesOf(text) })
      const imported = yield* Effect.provide(version, inFile(to))
      expect(new Set([0, exported, ...before, imported]).size).toBe(5)
    })
  )
})
