import { describe, expect } from "@effect/vitest"
import {
  type BoundHold,
  type FailOptions,
  HoldEnded,
  type HoldOptions,
  isUnbilled,
  type MeterOptions,
  replacePrices,
  StorageFailure,
  TokenUsage
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aPriceBook, aRateCard } from "@tollgate/testing"
import { Clock, Effect, Layer, Schema, Stream } from "effect"
import { holdIdAt } from "../../src/spending/model/HoldId.js"
import { inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { metering, type Piece, piece, pieces } from "./support/metered.js"
import { idOf, usd } from "./support/samples.js"

/** What becomes of a hold of $1 whose scope closes with a success after this. */
const after = <A, E>(use: (hold: BoundHold) => Effect.Effect<A, E>, options: HoldOptions = {}) =>
  Effect.gen(function* () {
    const { acquire, read } = yield* openBound(10)
    const id = yield* acquire(options).pipe(
      Effect.tap((hold) => Effect.exit(use(hold))),
      Effect.map(({ authorized }) => authorized.data.id),
      Effect.scoped
    )
    const { cost, state } = yield* read(id)
    return { cost, state }
  })

const failing = (error: unknown, options?: FailOptions) => (hold: BoundHold) =>
  Effect.zipRight(hold.sent(), hold.fail(error, options))

const released = { cost: null, state: "released" }
const unknown = { cost: null, state: "unknown" }
const settled = (cost: number) => ({ cost: usd(cost), state: "settled" })

const decodeUsage = Schema.decodeSync(TokenUsage)

const overloaded = { statusCode: 503 }
const lost = new TypeError("fetch failed", { cause: { code: "ECONNRESET" } })

describe("An error of a request", () => {
  inMemory("tells that nothing is billed where the provider refused the request, or was not connected to", () =>
    Effect.sync(() => {
      const unbilled = [
        { statusCode: 400 },
        { status: 429 },
        { response: { status: 503 } },
        Object.assign(new Error(), { status: 599 }),
        { code: "ECONNREFUSED" },
        new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } })
      ]
      expect(unbilled.map(isUnbilled)).toEqual(unbilled.map(() => true))
    })
  )

  inMemory("tells nothing else", () =>
    Effect.sync(() => {
      const others = [
        undefined,
        null,
        "no",
        new Error(),
        lost,
        new DOMException("aborted", "AbortError"),
        { status: 200 },
        { status: 399 },
        { status: 600 },
        { status: "400" },
        // A server that stopped waiting for another one.
        ...[408, 499, 504, 524].map((statusCode) => ({ statusCode })),
        // Of Tollgate, about the hold itself.
        new HoldEnded({ id: idOf(1) }),
        new StorageFailure({ cause: "gone", outcome: "none" })
      ]
      expect(others.filter(isUnbilled)).toEqual([])
    })
  )
})

describe("A hold whose request has failed", () => {
  inMemory("is released if the provider bills nothing, and ends as onAbort says otherwise", () =>
    Effect.gen(function* () {
      expect(yield* after(failing(overloaded))).toEqual(released)
      expect(yield* after(failing(lost))).toEqual(unknown)
      expect(yield* after(failing(lost), { onAbort: "estimate" })).toEqual(settled(1))
      expect(yield* after(failing(overloaded), { onAbort: "estimate" })).toEqual(released)
    })
  )

  inMemory("ends as its caller judges the error", () =>
    Effect.gen(function* () {
      expect(yield* after(failing(overloaded, { billed: true }))).toEqual(unknown)
      expect(yield* after(failing(lost, { billed: false }))).toEqual(released)
    })
  )

  inMemory("is released in any case if it was not sent", () =>
    Effect.gen(function* () {
      expect(yield* after((hold) => hold.fail(lost))).toEqual(released)
      expect(yield* after((hold) => hold.fail(lost, { billed: true }))).toEqual(released)
    })
  )

  inMemory("is not released by a status once something of its answer was metered, unless its caller says so", () =>
    Effect.gen(function* () {
      const read = (options?: FailOptions) => (hold: BoundHold) =>
        Effect.zipRight(
          hold.sent(),
          Effect.zipRight(
            Stream.runDrain(Stream.take(hold.meter(Stream.fromIterable(pieces(3, 10)), metering), 1)),
            hold.fail(overloaded, options)
          )
        )
      expect(yield* after(read())).toEqual(unknown)
      expect(yield* after(read(), { onAbort: "estimate", estimate: usd(0.01) })).toEqual(settled(0.1))
      expect(yield* after(read({ billed: false }))).toEqual(released)
    })
  )

  inMemory("is released by a status that its answer begins with, although the price of its input was metered", () =>
    Effect.gen(function* () {
      const prelude = (options?: FailOptions) => (hold: BoundHold) =>
        Effect.zipRight(
          hold.sent(),
          Effect.zipRight(
            Stream.runDrain(hold.meter(Stream.make(piece(0)), { ...metering, cost: () => usd(0.25) })),
            hold.fail(overloaded, options)
          )
        )
      expect(yield* after(prelude())).toEqual(released)
      expect(yield* after(prelude({ billed: true }))).toEqual(unknown)
    })
  )

  inMemory("costs at least the price of a usage where that is the estimate, or its amount if that has no price", () =>
    Effect.gen(function* () {
      yield* replacePrices(aPriceBook(aRateCard({ provider: "acme", model: "acme/writer", rates: { input: 1 } })))
      const cost = (estimate: { readonly input?: number; readonly output?: number }) =>
        after(failing(lost), { onAbort: "estimate", estimate: decodeUsage(estimate) })
      expect(yield* cost({ input: 250_000 })).toEqual(settled(0.25))
      expect(yield* cost({ output: 1 })).toEqual(settled(1))
    })
  )

  inMemory("keeps a settlement that was stated, also by its answer", () =>
    Effect.gen(function* () {
      const stating = (hold: BoundHold) =>
        Effect.zipRight(
          Stream.runDrain(hold.meter(Stream.make<[Piece, Piece]>(piece(10), { cost: 0.55 }), metering)),
          hold.fail(overloaded, { billed: false })
        )
      expect(yield* after(stating)).toEqual(settled(0.55))
      const done = (hold: BoundHold) => Effect.zipRight(hold.settle({ cost: usd(0.5) }), failing(overloaded)(hold))
      expect(yield* after(done)).toEqual(settled(0.5))
    })
  )

  inMemory("stays as it is if it is another caller's, and this one has not sent it", () =>
    Effect.gen(function* () {
      const { acquire, read } = yield* openBound(10)
      const id = holdIdAt(yield* Clock.currentTimeMillis, crypto.getRandomValues(new Uint8Array(10)))
      const states = yield* Effect.scoped(
        Effect.gen(function* () {
          yield* acquire({}, { id })
          yield* Effect.scoped(Effect.flatMap(acquire({}, { id }), (hold) => hold.fail(overloaded)))
          return (yield* read(id)).state
        })
      )
      expect(states).toBe("open")
    })
  )

  inMemory("is left to its scope if storage fails, which ends it in the same way", () => {
    let broken = true
    const once = <A>(act: Effect.Effect<A, StorageFailure>) =>
      Effect.suspend(() => {
        const fails = broken
        broken = false
        return fails ? Effect.fail(new StorageFailure({ cause: "gone", outcome: "none" })) : act
      })
    const frail = Layer.effect(
      SpendingStore,
      Effect.map(SpendingStore, (store) =>
        SpendingStore.of({ ...store, release: (...given) => once(store.release(...given)) })
      )
    )
    return Effect.gen(function* () {
      expect(yield* Effect.provide(after(failing(overloaded)), frail)).toEqual(released)
      expect(broken).toBe(false)
    })
  })
})

describe("A hold whose answer states an error", () => {
  type Part = Piece | { readonly error: string }
  const parts: MeterOptions<Part> = {
    tokens: (part) => ("tokens" in part ? part.tokens : 0),
    cost: (tokens) => usd(tokens / 100),
    settlement: (part) => ("cost" in part ? { cost: usd(part.cost) } : undefined),
    error: (part) => ("error" in part ? part.error : undefined)
  }
  const read =
    (...answer: ReadonlyArray<Part>) =>
    (hold: BoundHold) =>
      Effect.zipRight(hold.sent(), Stream.runCollect(hold.meter(Stream.fromIterable(answer), parts)))

  inMemory("is not settled as complete, though it is read to its end", () =>
    Effect.gen(function* () {
      const broken = read(piece(10), { error: "overloaded" }, piece(5))
      expect(yield* after(read(piece(10)))).toEqual(settled(0.1))
      expect(yield* after(broken)).toEqual(unknown)
      expect(yield* after(broken, { onAbort: "drain" })).toEqual(unknown)
      expect(yield* after(broken, { onAbort: "estimate", estimate: usd(0.01) })).toEqual(settled(0.15))
    })
  )

  inMemory("is settled with the provider's figure, before or after the error", () =>
    Effect.gen(function* () {
      expect(yield* after(read(piece(10), { cost: 0.3 }, { error: "late" }))).toEqual(settled(0.3))
      expect(yield* after(read(piece(10), { error: "early" }, { cost: 0.3 }))).toEqual(settled(0.3))
    })
  )
})
