import { describe, expect } from "@effect/vitest"
import { type BoundHold, replacePrices, StorageFailure, Usage } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aPriceBook, aRateCard } from "@tollgate/testing"
import { Clock, Effect, Layer, Stream } from "effect"
import { holdIdAt } from "../../src/spending/model/HoldId.js"
import { read as decode, inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { usd } from "./support/samples.js"

/** Storage that fails so many settlements. */
const failing = (settlements: number) =>
  Layer.effect(
    SpendingStore,
    Effect.map(SpendingStore, (store) => {
      let left = settlements
      const failure = new StorageFailure({ cause: "gone", outcome: "none" })
      const settle: typeof store.settle = (...given) =>
        Effect.suspend(() => (left-- > 0 ? Effect.fail(failure) : store.settle(...given)))
      return SpendingStore.of({ ...store, settle })
    })
  )

/** What becomes of a hold of $1 that is bound while this is done. */
const after = <A, E>(use: (hold: BoundHold) => Effect.Effect<A, E>, onAbort: "unknown" | "estimate" = "unknown") =>
  Effect.gen(function* () {
    const { acquire, read } = yield* openBound(10)
    const id = yield* acquire({ onAbort }, { models: ["writer"] }).pipe(
      Effect.tap((hold) => Effect.exit(use(hold))),
      Effect.map(({ authorized }) => authorized.data.id),
      Effect.scoped
    )
    const { cost, provider, state } = yield* read(id)
    return { cost, provider, state }
  })

describe("A settlement that storage did not take", () => {
  const settling = (hold: BoundHold) => hold.settle({ cost: usd(0.75) })
  const metering = (hold: BoundHold) =>
    Stream.runDrain(hold.meter(Stream.make(1), { tokens: () => 1, cost: () => usd(0.75) }))

  inMemory("is stated once more at the end of its hold, which is not released though it was not sent", () =>
    Effect.gen(function* () {
      const settled = { cost: usd(0.75), provider: null, state: "settled" }
      expect(yield* Effect.provide(after(settling), failing(1))).toEqual(settled)
    })
  )

  inMemory("leaves the hold unknown if it fails once more, so that its money does not return with its lease", () =>
    Effect.gen(function* () {
      const unknown = { cost: null, provider: null, state: "unknown" }
      expect(yield* Effect.provide(after(settling), failing(2))).toEqual(unknown)
      expect(yield* Effect.provide(after(metering), failing(1))).toEqual(unknown)
    })
  )
})

describe("A bound hold that is repeated", () => {
  /** What becomes of the first caller's hold when another one repeats it, and the scope of that one closes. */
  const repeating = <A, E>(
    use: (hold: BoundHold, first: BoundHold) => Effect.Effect<A, E>,
    onAbort: "unknown" | "estimate" = "unknown"
  ) =>
    Effect.gen(function* () {
      const { acquire, read } = yield* openBound(10)
      const id = holdIdAt(yield* Clock.currentTimeMillis, crypto.getRandomValues(new Uint8Array(10)))
      return yield* Effect.gen(function* () {
        const first = yield* acquire({}, { id })
        const second = Effect.flatMap(acquire({ onAbort }, { id }), (hold) => {
          expect(hold.authorized.repeated).toBe(true)
          return Effect.exit(use(hold, first))
        })
        yield* Effect.scoped(second)
        return (yield* read(id)).state
      }).pipe(Effect.scoped)
    })

  inMemory("stays as it is if this caller has done nothing with it, also if the first one has sent it", () =>
    Effect.gen(function* () {
      expect(yield* repeating(() => Effect.void)).toBe("open")
      expect(yield* repeating((hold, first) => Effect.zipRight(first.sent(), hold.extend()), "estimate")).toBe("open")
    })
  )

  inMemory("ends as this caller's acts require", () =>
    Effect.gen(function* () {
      const metering = { tokens: () => 1, cost: () => usd(0.5) }
      expect(yield* repeating((hold) => hold.sent())).toBe("unknown")
      expect(yield* repeating((hold) => Stream.runDrain(hold.meter(Stream.make(1), metering)))).toBe("settled")
      expect(yield* repeating((hold) => hold.release)).toBe("released")
    })
  )
})

describe("What was metered of a request", () => {
  inMemory("counts also if it has a cost and no tokens, though the request was not sent", () =>
    Effect.gen(function* () {
      const counting = { tokens: () => 0, cost: () => usd(0.05) }
      const leaving = (hold: BoundHold) => Stream.runDrain(Stream.take(hold.meter(Stream.make(1, 2), counting), 1))
      expect(yield* after(leaving)).toEqual({ cost: null, provider: null, state: "unknown" })
    })
  )

  inMemory("is priced as its attempt was served, also if the next provider was sent the request and not metered", () =>
    Effect.gen(function* () {
      const card = (provider: string, input: number) =>
        aRateCard({ provider, model: "writer", rates: { input, output: 1 } })
      yield* replacePrices(aPriceBook(card("first", 1), card("second", 2)))
      const usage = decode(Usage)({ input: 100_000, output: 0 })
      const counting = { tokens: () => 1, cost: () => usd(0.01), settlement: () => ({ usage }) }
      const serve = (hold: BoundHold) =>
        Effect.zipRight(
          Effect.zipRight(hold.sent({ provider: "first" }), Stream.runDrain(hold.meter(Stream.make(1), counting))),
          hold.sent({ provider: "second" })
        )
      expect(yield* after(serve)).toEqual({ cost: usd(0.1), provider: "first", state: "settled" })
    })
  )
})
