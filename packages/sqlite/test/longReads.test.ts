import { describe, expect, it } from "@effect/vitest"
import { KeyStore, SpendingStore } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { Effect, Fiber, Layer } from "effect"
import { emptyFile, inFile } from "./support/files.js"
import { nextTurn } from "./support/nextTurn.js"

const KEYS = 600
const first = { limit: 10, offset: 0 }

/** Enough for a read on this thread, which never waits for an event. */
const MICROTASKS = 10_000

/** Whether the event loop turns before an effect has its answer. */
const turnsDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    // Reads of before may have used up the time until the next turn.
    yield* nextTurn
    const fiber = yield* Effect.fork(effect)
    yield* Effect.promise(async () => {
      for (let n = 0; n < MICROTASKS; n++) await undefined
    })
    const turned = fiber.unsafePoll() === null
    yield* Fiber.join(fiber)
    return turned
  })

describe("A search of many keys", () => {
  it.scopedLive("lets others run meanwhile, as does an order of those with a filter", () =>
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
        const turns = yield* Effect.forEach(
          [
            list(home.organization_id, first, {}, { q: "no such key" }),
            list(home.organization_id, first, enabled, usedLately),
            // These are found at once.
            list(home.organization_id, first, {}, usedLately),
            list(small.organization_id, first, {}, { q: "no such key" }),
            list(small.organization_id, first, enabled, usedLately)
          ],
          turnsDuring
        )
        expect(turns).toEqual([true, true, false, false, false])
      }).pipe(Effect.provide(services))
    })
  )
})

describe("A page far down a list", () => {
  it.scopedLive("lets others run meanwhile", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(inFile(yield* emptyFile))
      yield* Effect.gen(function* () {
        const { organization_id } = yield* aHome()
        const keys = yield* KeyStore
        const turns = yield* Effect.forEach([10_000, 10_001], (offset) =>
          turnsDuring(keys.list(organization_id, { limit: 10, offset }))
        )
        expect(turns).toEqual([false, true])
      }).pipe(Effect.provide(services))
    })
  )
})

describe("A report and an inspection of the ledger", () => {
  it.scopedLive("let others run meanwhile", () =>
    Effect.gen(function* () {
      const services = yield* Layer.build(inFile(yield* emptyFile))
      yield* Effect.gen(function* () {
        const { organization_id } = yield* aHome()
        const spending = yield* SpendingStore
        const report = spending.activity({ organization_id, from: 20_000, to: 20_365, key_hash: null, by: new Set() })
        const seen = { scope: () => {}, entry: () => {}, end: () => {} }
        const turns = yield* Effect.forEach([report, spending.inspect(() => seen)], turnsDuring)
        expect(turns).toEqual([true, true])
      }).pipe(Effect.provide(services))
    })
  )
})
