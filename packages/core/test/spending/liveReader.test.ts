import { describe, expect } from "@effect/vitest"
import { travel } from "@tollgate/testing"
import { Cause, Effect, Exit, Fiber, Stream } from "effect"
import { inMemory } from "../support/account.js"
import { fed, metering, opened, piece } from "./support/metered.js"

const interrupted = expect.objectContaining({ _tag: "Failure" })

/** A hold that drains, and whose scope closes after two pieces of its answer, which a fiber of its own still reads. */
const left = Effect.gen(function* () {
  const { outcome, within } = yield* opened(100, { onAbort: "drain", drainFor: "1 minute" })
  const { feed, stream } = yield* fed
  const seen: Array<unknown> = []
  let reader: Fiber.RuntimeFiber<void, unknown> | undefined
  const closing = yield* within((hold) =>
    Effect.gen(function* () {
      const read = Stream.runForEach(hold.meter(stream, metering), (given) => Effect.sync(() => seen.push(given)))
      reader = yield* Effect.forkDaemon(read)
      for (const _ of [1, 2]) yield* feed(piece(10))
      yield* travel("1 milli")
    })
  ).pipe(Effect.fork)
  yield* travel("1 milli")
  const ended = Effect.suspend(() => (reader === undefined ? Effect.succeedNone : Fiber.poll(reader)))
  return { closing, ended, feed, outcome, seen }
})

describe("A hold that drains while its answer is still read", () => {
  inMemory("interrupts the reader at once, and reads on to the end of the answer and no longer", () =>
    Effect.gen(function* () {
      const { closing, ended, feed, outcome, seen } = yield* left
      yield* travel("1 second")
      expect(yield* ended).toMatchObject({ _tag: "Some", value: interrupted })
      expect(
        Exit.match(yield* Effect.flatten(ended), { onFailure: Cause.isInterruptedOnly, onSuccess: () => false })
      ).toBe(true)
      for (const next of [piece(10), piece(20), { cost: 0.55 }]) yield* feed(next)
      yield* travel("1 second")
      expect(yield* Fiber.poll(closing)).toMatchObject({ _tag: "Some", value: Exit.void })
      expect(seen).toEqual([piece(10), piece(10)])
      expect(yield* outcome).toEqual({ amount: 1, basis: "provider", cost: 550_000_000n, state: "settled" })
    })
  )

  inMemory("interrupts the reader also of an answer that hangs, and is unknown after `drainFor`", () =>
    Effect.gen(function* () {
      const { closing, ended, outcome } = yield* left
      yield* travel("1 second")
      expect(yield* ended).toMatchObject({ _tag: "Some", value: interrupted })
      expect(yield* Fiber.poll(closing)).toMatchObject({ _tag: "None" })
      yield* travel("1 minute")
      expect(yield* Fiber.poll(closing)).toMatchObject({ _tag: "Some", value: Exit.void })
      expect(yield* outcome).toEqual({ amount: 1, basis: null, cost: null, state: "unknown" })
    })
  )
})
