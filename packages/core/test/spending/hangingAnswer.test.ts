import { describe, expect } from "@effect/vitest"
import type { BoundHold, HoldOptions } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { travel } from "@tollgate/testing"
import { Clock, Effect, Fiber, Stream } from "effect"
import { inMemory } from "../support/account.js"
import { fed, metering, opened, type Piece, piece, pieces } from "./support/metered.js"

/** An answer of one piece that hangs then, as its source does when it is told to stop. */
const hanging = () => {
  const seen = { returned: 0 }
  const never = new Promise<never>(() => {})
  const source: AsyncIterable<Piece> = {
    [Symbol.asyncIterator]: () => {
      let read = 0
      return {
        next: async () => (read++ === 0 ? { done: false, value: piece(10) } : never),
        return: () => {
          seen.returned++
          return never
        }
      }
    }
  }
  return { seen, stream: Stream.fromAsyncIterable(source, (reason) => reason) }
}

/** A hold whose answer is being read by a fiber of its own, and the end of its lease in minutes from now. */
const reading = <E>(read: (hold: BoundHold) => Effect.Effect<unknown, E>, options?: HoldOptions) =>
  Effect.gen(function* () {
    const hold = yield* opened(100, options)
    const fiber = yield* Effect.fork(hold.within(read))
    yield* travel("1 milli")
    const start = yield* Clock.currentTimeMillis
    const lease = Effect.map(hold.current, ({ lease_ends_at }) =>
      Math.round((lease_ends_at.epochMillis - start) / 60_000)
    )
    return { ...hold, fiber, lease }
  })

describe("A hold whose answer hangs", () => {
  inMemory("ends at once when its reader leaves, and does not wait for the source", () =>
    Effect.gen(function* () {
      for (const onAbort of ["unknown", "estimate"] as const) {
        const { seen, stream } = hanging()
        const { fiber, outcome } = yield* reading((hold) => Stream.runDrain(hold.meter(stream, metering)), { onAbort })
        yield* Fiber.interrupt(fiber)
        expect(yield* outcome).toMatchObject({ state: onAbort === "unknown" ? "unknown" : "settled" })
        yield* travel("1 milli")
        expect(seen.returned).toBe(1)
      }
    })
  )

  inMemory("is passed on as far as it was read, and left by a reader that has enough", () =>
    Effect.gen(function* () {
      const { seen, stream } = hanging()
      const { outcome, within } = yield* opened(100)
      yield* within((hold) => Stream.runDrain(Stream.take(hold.meter(stream, metering), 1)))
      yield* travel("1 milli")
      expect([yield* outcome, seen.returned]).toMatchObject([{ state: "unknown" }, 1])
    })
  )

  inMemory("is drained for `drainFor` and no longer, and is unknown then", () =>
    Effect.gen(function* () {
      const { seen, stream } = hanging()
      const { fiber, outcome } = yield* reading((hold) => Stream.runDrain(hold.meter(stream, metering)), {
        onAbort: "drain",
        drainFor: 300
      })
      const interrupting = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* travel(299)
      expect(yield* outcome).toMatchObject({ state: "open" })
      yield* travel(1)
      yield* Fiber.join(interrupting)
      expect(yield* outcome).toEqual({ amount: 1, basis: null, cost: null, state: "unknown" })
      yield* travel("1 milli")
      expect(seen.returned).toBe(1)
    })
  )

  inMemory("loses its lease, whether nothing comes or nobody reads what comes", () =>
    Effect.gen(function* () {
      const { stream } = hanging()
      const silent = (hold: BoundHold) => Stream.runDrain(hold.meter(stream, metering))
      const idle = (hold: BoundHold) =>
        Stream.runForEach(hold.meter(Stream.fromIterable(pieces(9, 1)), metering), () => Effect.never)
      for (const read of [silent, idle]) {
        const { fiber, lease, outcome } = yield* reading(read)
        yield* travel("5 minutes")
        // Something was read in the first half of the lease, and nothing afterwards.
        expect(yield* lease).toBe(15)
        yield* travel("10 minutes")
        expect(yield* lease).toBe(15)
        const store = yield* SpendingStore
        yield* Effect.flatMap(Clock.currentTimeMillis, store.expireHolds)
        expect(yield* outcome).toMatchObject({ state: "unknown" })
        yield* Fiber.interrupt(fiber)
      }
    })
  )

  inMemory("renews its lease as soon as something comes after a silence, and at its half after its answer", () =>
    Effect.gen(function* () {
      const { feed, stream } = yield* fed
      const answered = (hold: BoundHold) => Effect.zipRight(Stream.runDrain(hold.meter(stream, metering)), Effect.never)
      const { fiber, lease } = yield* reading(answered)
      yield* travel("8 minutes")
      expect(yield* lease).toBe(10)
      yield* feed(piece(1))
      yield* travel("1 milli")
      expect(yield* lease).toBe(18)
      yield* travel("5 minutes")
      expect(yield* lease).toBe(18)
      yield* feed({ cost: 0.01 })
      yield* travel("1 milli")
      expect(yield* lease).toBe(23)
      for (const minutes of [28, 33, 38]) {
        yield* travel("5 minutes")
        expect(yield* lease).toBe(minutes)
      }
      yield* Fiber.interrupt(fiber)
    })
  )
})

describe("A hold whose answer ended with an error", () => {
  inMemory("is not settled as if the answer were complete, also if what is left of it could be drained", () =>
    Effect.gen(function* () {
      for (const onAbort of ["unknown", "drain"] as const) {
        const cut = Stream.concat(Stream.fromIterable(pieces(3, 10)), Stream.fail("line cut"))
        let elements = 0
        const throwing = {
          ...metering,
          settlement: () => {
            if (++elements === 2) throw new Error("not a usage")
            return undefined
          }
        }
        for (const [answer, counting] of [
          [cut, metering],
          [Stream.fromIterable(pieces(3, 10)), throwing]
        ] as const) {
          const { outcome, within } = yield* opened(100, { onAbort })
          yield* within((hold) => Effect.exit(Stream.runDrain(hold.meter<Piece, string, never>(answer, counting))))
          expect(yield* outcome).toEqual({ amount: 1, basis: null, cost: null, state: "unknown" })
        }
      }
    })
  )
})
