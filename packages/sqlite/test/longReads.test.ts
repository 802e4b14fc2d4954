import { Worker } from "node:worker_threads"
import { afterAll, describe, expect, it, vi } from "@effect/vitest"
import { KeyStore, SpendingStore } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Layer } from "effect"
import { emptyFile, inFile } from "./support/files.js"

const KEYS = 600
const first = { limit: 10, offset: 0 }

const asked = vi.spyOn(Worker.prototype, "postMessage")
afterAll(() => asked.mockRestore())

/** Whether an effect has another thread do something. */
const isElsewhere = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    asked.mockClear()
    return Effect.map(effect, () => asked.mock.calls.length > 0)
  })

describe("A search of many keys", () => {
  it.scopedLive("is read by another thread, as is an order of those with a filter", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const services = yield* Layer.build(inFile(file))
      yield* Effect.gen(function* () {
        const [home, small] = [yield* aHome(), yield* aHome("Small")]
        const keys = yield* KeyStore
        const some = yield* Effect.replicateEffect(aKeyRecord(home), KEYS)
        yield* Effect.forEach([...some, yield* aKeyRecord(small)], keys.insert, { concurrency: "unbounded" })
        const list = keys.list
        const usedLately = { sort: "-last_used_at" } as const
        const enabled = { disabled: false }
        const elsewhere = yield* Effect.forEach(
          [
            list(home.organization_id, first, {}, { q: "no such key" }),
            list(home.organization_id, first, enabled, usedLately),
            // These are found at once.
            list(home.organization_id, first, {}, usedLately),
            list(small.organization_id, first, {}, { q: "no such key" }),
            list(small.organization_id, first, enabled, usedLately)
          ],
          isElsewhere
        )
        expect(elsewhere).toEqual([true, true, false, false, false])
      }).pipe(Effect.provide(services))
    })
  )
})

describe("A page far down a list", () => {
  it.scopedLive("is read by another thread", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(inFile(yield* emptyFile))
      yield* Effect.gen(function* () {
        const { organization_id } = yield* aHome()
        const keys = yield* KeyStore
        const elsewhere = yield* Effect.forEach([10_000, 10_001], (offset) =>
          isElsewhere(keys.list(organization_id, { limit: 10, offset }))
        )
        expect(elsewhere).toEqual([false, true])
      }).pipe(Effect.provide(services))
    })
  )
})

describe("A report and an inspection of the ledger", () => {
  it.scopedLive("are read by another thread", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(inFile(yield* emptyFile))
      yield* Effect.gen(function* () {
        const { organization_id } = yield* aHome()
        const spending = yield* SpendingStore
        const report = spending.activity({ organization_id, from: 20_000, to: 20_365, key_hash: null, by: new Set() })
        const seen = { scope: () => {}, entry: () => {}, end: () => {} }
        const elsewhere = yield* Effect.forEach([report, spending.inspect(() => seen)], isElsewhere)
        expect(elsewhere).toEqual([true, true])
      }).pipe(Effect.provide(services))
    })
  )
})
