import { describe, expect, it } from "@effect/vitest"
import { StorageFailure, Usd } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Layer, Option } from "effect"
import { connect, emptyFile, inFile } from "./support/files.js"

describe("Amounts of money in an SQLite file", () => {
  for (const amount of [0n, 1n, 10n ** 18n, 10n ** 18n + 1n, 2n ** 53n + 1n, 2n ** 63n - 1n]) {
    it.scoped(`come back to the nano-dollar: ${amount}`, () =>
      Effect.gen(function* () {
        const file = yield* emptyFile
        const stores = yield* Layer.build(inFile(file))
        yield* Effect.gen(function* () {
          const keys = yield* KeyStore
          const home = yield* aHome()
          const limit = Usd.Usd.make(amount)
          const key = yield* aKeyRecord(home, { limit })
          yield* keys.insert(key)
          const read = yield* keys.find(home.organization_id, key.hash)
          expect(read).toEqual(Option.some(key))
        }).pipe(Effect.provide(stores))
        const other = yield* connect(file)
        expect(other.all('SELECT typeof("limit") AS limit_type FROM api_keys')).toEqual([{ limit_type: "integer" }])
      })
    )
  }

  it.scoped("that 64 bits cannot hold are a storage failure, and nothing is written", () =>
    Effect.gen(function* () {
      const stores = yield* Layer.build(inFile(yield* emptyFile))
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const home = yield* aHome()
        const key = yield* aKeyRecord(home, { limit: Usd.Usd.make(2n ** 63n) })
        expect(yield* Effect.flip(keys.insert(key))).toBeInstanceOf(StorageFailure)
        expect(yield* keys.find(home.organization_id, key.hash)).toEqual(Option.none())
      }).pipe(Effect.provide(stores))
    })
  )
})
