import { describe, expect } from "@effect/vitest"
import { type BoundHold, Usd } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { travel } from "@tollgate/testing"
import { Chunk, Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { fed, metering, opened, type Piece, piece, pieces } from "./support/metered.js"
import { usd } from "./support/samples.js"

/** The stores, but something happens before each extension. */
const beforeExtending = (act: Effect.Effect<unknown>) =>
  Layer.effect(
    SpendingStore,
    Effect.map(SpendingStore, (store) =>
      SpendingStore.of({ ...store, extend: (extension) => Effect.zipRight(act, store.extend(extension)) })
    )
  )

const held = (hold: BoundHold) => Effect.map(hold.current, ({ amount }) => Usd.toNumber(amount))

describe("The meter of a hold", () => {
  inMemory("passes an answer through, extends the hold, and settles with what the provider states", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100)
      const answer = [...pieces(30, 10), { cost: 2.5 }]
      const read = yield* within((hold) => Stream.runCollect(hold.meter(Stream.fromIterable(answer), metering)))
      expect(Chunk.toReadonlyArray(read)).toEqual(answer)
      expect(yield* outcome).toMatchObject({ basis: "provider", cost: usd(2.5), state: "settled" })
    })
  )

  inMemory("keeps the figure that the provider states before the end, and needs none to be read", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100)
      const answer = Stream.make<Array<Piece>>(piece(1), { cost: 2.5 }, piece(1))
      yield* within((hold) => Stream.runDrain(hold.meter(answer, metering)))
      expect(yield* outcome).toMatchObject({ basis: "provider", cost: usd(2.5), state: "settled" })
      const { settlement: _, ...unread } = metering
      const other = yield* opened(100)
      yield* other.within((hold) => Stream.runDrain(hold.meter(answer, unread)))
      expect(yield* other.outcome).toMatchObject({ basis: "estimate", cost: usd(0.02), state: "settled" })
    })
  )

  inMemory("asks for a slice that is refused once more when what it holds is spent, and not before", () => {
    const asked: Array<number> = []
    const counting = beforeExtending(Effect.sync(() => asked.push(passed)))
    let passed = 0
    return Effect.gen(function* () {
      const { within } = yield* opened(1.2)
      yield* within((hold) =>
        Effect.flip(
          Stream.runForEach(hold.meter(Stream.fromIterable(pieces(20, 10)), metering), () =>
            Effect.zipRight(
              Effect.sync(() => passed++),
              travel("1 milli")
            )
          )
        )
      )
      expect([...new Set(asked)]).toEqual([8, 10])
    }).pipe(Effect.provide(counting))
  })

  inMemory("settles with the metered cost where the provider states none", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100)
      yield* within((hold) => Stream.runDrain(hold.meter(Stream.fromIterable(pieces(3, 7)), metering)))
      expect(yield* outcome).toEqual({ amount: 1, basis: "estimate", cost: usd(0.21), state: "settled" })
    })
  )

  inMemory("extends when more than 75 % of the amount is used, by a slice of at least 64 tokens with a reserve", () =>
    Effect.gen(function* () {
      const { within } = yield* opened(100)
      const { feed, stream } = yield* fed
      yield* within((hold) =>
        Effect.gen(function* () {
          const reading = yield* Effect.fork(Stream.runDrain(hold.meter(stream, metering)))
          const amounts = []
          for (const tokens of [75, 1, 63, 30, 1]) {
            yield* feed(piece(tokens))
            yield* travel("1 milli")
            amounts.push(yield* held(hold))
          }
          // At 76 tokens, 140 are 75 % of 186.67; at 170, 234 are 75 % of 312.
          expect(amounts).toEqual([1, 1.866666667, 1.866666667, 3.106666667, 3.106666667])
          yield* Fiber.interrupt(reading)
        })
      )
    })
  )

  inMemory("lets elements pass while an extension is under way, until the amount is spent", () => {
    const gate = Effect.runSync(Deferred.make<void>())
    const slow = beforeExtending(Deferred.await(gate))
    return Effect.gen(function* () {
      const { within } = yield* opened(100)
      yield* within((hold) =>
        Effect.gen(function* () {
          let passed = 0
          const answer = hold.meter(Stream.fromIterable(pieces(12, 10)), metering)
          const reading = yield* Effect.fork(Stream.runForEach(answer, () => Effect.sync(() => passed++)))
          yield* travel("1 milli")
          expect(passed).toBe(10)
          yield* Deferred.succeed(gate, undefined)
          yield* Fiber.join(reading)
          expect(passed).toBe(12)
        })
      )
    }).pipe(Effect.provide(slow))
  })

  inMemory("ends the answer with the refusal when the next slice does not fit, after what was held", () =>
    Effect.gen(function* () {
      for (const onAbort of ["unknown", "drain", "estimate"] as const) {
        const { outcome, within } = yield* opened(1.2, { onAbort, estimate: usd(0.1) })
        const { cancelled, feed, stream } = yield* fed
        let passed = 0
        for (const next of pieces(20, 10)) yield* feed(next)
        const refused = yield* within((hold) =>
          Effect.flip(Stream.runForEach(hold.meter(stream, metering), () => Effect.sync(() => passed++)))
        )
        expect(refused).toMatchObject({ _tag: "BudgetExceeded", budgets: [{ scope: "key", window: "lifetime" }] })
        yield* travel("1 milli")
        expect([passed, cancelled()]).toEqual([10, true])
        const settled = { amount: 1, basis: "estimate", cost: usd(1.1), state: "settled" }
        expect(yield* outcome).toEqual(
          onAbort === "estimate" ? settled : { amount: 1, basis: null, cost: null, state: "unknown" }
        )
      }
    })
  )

  inMemory("goes on if the budget has room again before the amount is spent", () =>
    Effect.gen(function* () {
      const { hold, ordinaryKey, release, within } = yield* opened(2)
      const other = yield* hold(ordinaryKey, { amount: 0.9 })
      const { feed, stream } = yield* fed
      yield* within((hold) =>
        Effect.gen(function* () {
          const reading = yield* Effect.fork(Stream.runDrain(hold.meter(stream, metering)))
          yield* feed(piece(90))
          yield* travel("1 milli")
          expect(yield* held(hold)).toBe(1)
          yield* release(other.data.id)
          for (const next of [piece(20), { cost: 1.1 }]) yield* feed(next)
          yield* Fiber.join(reading)
          expect(yield* held(hold)).toBe(1.74)
        })
      )
    })
  )

  inMemory("counts an answer that was not read to its end as aborted, also if the scope ends well", () =>
    Effect.gen(function* () {
      const leave = (hold: BoundHold) =>
        Stream.runDrain(Stream.take(hold.meter(Stream.fromIterable(pieces(9, 10)), metering), 3))
      const unknown = yield* opened(100)
      yield* unknown.within(leave)
      expect(yield* unknown.outcome).toEqual({ amount: 1, basis: null, cost: null, state: "unknown" })
      const estimated = yield* opened(100, { onAbort: "estimate", estimate: usd(0.02) })
      yield* estimated.within(leave)
      expect(yield* estimated.outcome).toMatchObject({ basis: "estimate", cost: usd(0.3), state: "settled" })
    })
  )

  inMemory("keeps the provider's figure even if the request fails after it", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100)
      const answer = Stream.concat(Stream.make<Array<Piece>>(piece(5), { cost: 0.05 }), Stream.fail("cut"))
      yield* Effect.flip(within((hold) => Stream.runDrain(hold.meter(answer, metering))))
      expect(yield* outcome).toMatchObject({ basis: "provider", cost: usd(0.05), state: "settled" })
    })
  )
})

describe("A hold that drains", () => {
  inMemory("stops reading after five minutes, and is unknown then", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100, { onAbort: "drain" })
      const { cancelled, feed, stream } = yield* fed
      const reading = yield* Effect.fork(within((hold) => Stream.runDrain(hold.meter(stream, metering))))
      yield* feed(piece(10))
      yield* travel("1 milli")
      const interrupting = yield* Effect.fork(Fiber.interrupt(reading))
      yield* travel("9 minutes")
      expect(yield* outcome).toMatchObject({ state: "unknown" })
      expect(cancelled()).toBe(true)
      yield* Fiber.join(interrupting)
    })
  )

  inMemory("reads the answer to its end after its reader has left, and renews its lease meanwhile", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100, { onAbort: "drain" })
      const { cancelled, feed, stream } = yield* fed
      const reading = yield* Effect.fork(within((hold) => Stream.runDrain(hold.meter(stream, metering))))
      yield* feed(piece(10))
      yield* travel("8 minutes")
      const interrupting = yield* Effect.fork(Fiber.interrupt(reading))
      yield* travel("4 minutes")
      expect(cancelled()).toBe(false)
      for (const next of [piece(10), { cost: 0.2 }]) yield* feed(next)
      yield* Fiber.join(interrupting)
      expect(yield* outcome).toMatchObject({ basis: "provider", cost: usd(0.2), state: "settled" })
    })
  )

  inMemory("settles with the metered cost if the rest states none, and does not wait for an answer that failed", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100, { onAbort: "drain" })
      const answer = Stream.fromIterable(pieces(9, 10))
      yield* within((hold) => Stream.runDrain(Stream.take(hold.meter(answer, metering), 3)))
      expect(yield* outcome).toMatchObject({ basis: "estimate", cost: usd(0.9), state: "settled" })
      const failing = yield* opened(100, { onAbort: "drain" })
      const cut = Stream.concat(answer, Stream.fail("cut"))
      expect(yield* Effect.flip(failing.within((hold) => Stream.runDrain(hold.meter(cut, metering))))).toBe("cut")
      expect(yield* failing.outcome).toMatchObject({ state: "unknown" })
    })
  )
})

describe("The slice of a key and model", () => {
  inMemory("is as long as nine of ten of its last outputs", () =>
    Effect.gen(function* () {
      const { acquire, ordinaryHash, outputs } = yield* openBound(100)
      expect(outputs.slice(ordinaryHash, "acme/writer")).toBe(64)
      for (let tokens = 100; tokens <= 1000; tokens += 100) {
        const read = (hold: BoundHold) => Stream.runDrain(hold.meter(Stream.make(piece(tokens)), metering))
        yield* Effect.scoped(Effect.flatMap(acquire(), read))
      }
      expect(outputs.slice(ordinaryHash, "acme/writer")).toBe(900)
      expect(outputs.slice(ordinaryHash, "acme/painter")).toBe(64)
      for (let output = 0; output < 32; output++) outputs.add(ordinaryHash, "acme/writer", 7)
      expect(outputs.slice(ordinaryHash, "acme/writer")).toBe(64)
    })
  )

  inMemory("is forgotten for the pair that was used longest ago, so that memory is bounded", () =>
    Effect.gen(function* () {
      const { ordinaryHash, outputs } = yield* openBound(100)
      for (let model = 0; model < 10_000; model++) outputs.add(ordinaryHash, `m${model}`, 500)
      outputs.add(ordinaryHash, "m0", 500)
      outputs.add(ordinaryHash, "another", 500)
      const slices = ["m0", "m1", "m2", "another"].map((model) => outputs.slice(ordinaryHash, model))
      expect(slices).toEqual([500, 64, 500, 500])
    })
  )
})
