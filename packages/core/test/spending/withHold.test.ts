import { describe, expect } from "@effect/vitest"
import { type BoundHold, BudgetExceeded, StorageFailure, UsageFrom, withHold } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { Deferred, Effect, Either, Exit, Fiber, Layer, Logger, Stream } from "effect"
import { inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { metering, pieces } from "./support/metered.js"
import { usd } from "./support/samples.js"

type Options = Parameters<typeof withHold<number, string, never>>[1]
type Work<E> = (hold: BoundHold) => Effect.Effect<number, E>

/** How a request within a hold of $1 ends, what becomes of the hold, and the warnings of the log. The result of a request is what it cost, in cents. */
const opened = (limit = 10) =>
  Effect.gen(function* () {
    const { provided, input, read } = yield* openBound(limit)
    const warnings: Array<unknown> = []
    const logger = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void warnings.push([message].flat()[0]))
    )
    const id = yield* Deferred.make<string>()
    const run = <E>(work: Work<E>, options: Options = {}) =>
      withHold(input(), options, (hold) =>
        Effect.zipRight(Deferred.succeed(id, hold.authorized.data.id), work(hold))
      ).pipe(provided, Effect.provide(logger), Effect.exit)
    const hold = Effect.map(Effect.flatMap(Deferred.await(id), read), ({ basis, cost, flags, state }) => ({
      basis,
      cost,
      flags,
      state
    }))
    return { hold, run, warnings }
  })

/** The end of one request. */
const ended = <E>(work: Work<E>, options?: Options) =>
  Effect.gen(function* () {
    const { hold, run, warnings } = yield* opened()
    const exit = yield* run(work, options)
    return { exit, hold: yield* hold, warnings }
  })

const settled = (cost: number, basis: string | null = null) => ({ basis, cost: usd(cost), flags: [], state: "settled" })
const unknown = { basis: null, cost: null, flags: [], state: "unknown" }
const released = { ...unknown, state: "released" }
const refused = { ...unknown, flags: ["settlement_refused"] }

const result = (cents: number) => () => Effect.succeed(cents)
const settlement = (cents: number) => ({ cost: usd(cents / 100) })

describe("A request within a hold", () => {
  inMemory("is sent, and settled with what its result states", () =>
    Effect.gen(function* () {
      let sent: unknown = null
      const work = (hold: BoundHold) =>
        Effect.map(hold.current, ({ sent_at }) => {
          sent = sent_at
          return 25
        })
      expect(yield* ended(work, { settlement })).toEqual({ exit: Exit.succeed(25), hold: settled(0.25), warnings: [] })
      expect(sent).not.toBeNull()
    })
  )

  inMemory(
    "is settled as it was metered where its result states nothing, and costs what nobody knows otherwise, never 0",
    () =>
      Effect.gen(function* () {
        const stating = { settlement: () => undefined }
        const hold = (work: Work<unknown>, options?: Options) => Effect.map(ended(work, options), ({ hold }) => hold)
        const read = (hold: BoundHold) =>
          Effect.as(Stream.runDrain(hold.meter(Stream.fromIterable(pieces(2, 10)), metering)), 0)
        expect(yield* hold(read, stating)).toEqual(settled(0.2, "estimate"))
        for (const options of [stating, {}, undefined]) expect(yield* hold(result(25), options)).toEqual(unknown)
        const estimated = { onAbort: "estimate", estimate: usd(0.5) } as const
        expect(yield* hold(result(25), estimated)).toEqual(settled(0.5, "estimate"))
      })
  )

  inMemory("has the last word where it ends its hold by itself, also if it fails then", () =>
    Effect.gen(function* () {
      const hold = (work: Work<unknown>) => Effect.map(ended(work, { settlement }), ({ hold }) => hold)
      expect(yield* hold((hold) => Effect.as(hold.settle({ cost: usd(0.75) }), 25))).toEqual(settled(0.75))
      expect(yield* hold((hold) => Effect.as(hold.release, 25))).toEqual(released)
      expect(yield* hold((hold) => Effect.zipRight(hold.settle({ cost: usd(0.75) }), Effect.fail("late")))).toEqual(
        settled(0.75)
      )
    })
  )

  inMemory("is not made if the hold is refused", () =>
    Effect.gen(function* () {
      const { run } = yield* opened(0.5)
      let made = 0
      const exit = yield* run(() => Effect.sync(() => ++made))
      expect(
        Exit.mapBoth(exit, { onFailure: (error) => error instanceof BudgetExceeded, onSuccess: () => null })
      ).toEqual(Exit.fail(true))
      expect(made).toBe(0)
    })
  )

  inMemory(
    "returns its result also if the settlement is invalid, throws or is not stored, and leaves the hold unknown with a warning",
    () =>
      Effect.gen(function* () {
        const wrong = "a settlement was refused, and its hold is unknown"
        const broken = () => Either.getOrThrow(Either.map(UsageFrom.openAiChat({}), (usage) => ({ usage })))
        expect(yield* ended(result(25), { settlement: broken })).toEqual({
          exit: Exit.succeed(25),
          hold: refused,
          warnings: ["the settlement of a result was not computed", wrong]
        })
        expect(yield* ended(result(25), { settlement: () => ({}) })).toEqual({
          exit: Exit.succeed(25),
          hold: refused,
          warnings: [wrong]
        })
        const failure = new StorageFailure({ cause: "gone", outcome: "none" })
        const failing = Layer.effect(
          SpendingStore,
          Effect.map(SpendingStore, (store) => SpendingStore.of({ ...store, settle: () => Effect.fail(failure) }))
        )
        expect(yield* Effect.provide(ended(result(25), { settlement }), failing)).toEqual({
          exit: Exit.succeed(25),
          hold: unknown,
          warnings: ["a settlement was not stored, and its hold is unknown"]
        })
      })
  )

  inMemory("is released if the provider refused it, and ends as onAbort says if it failed otherwise", () =>
    Effect.gen(function* () {
      const failed = <E>(error: E, options?: Options) =>
        Effect.map(
          ended(() => Effect.fail(error), options),
          ({ exit, hold }) => {
            expect(exit).toEqual(Exit.fail(error))
            return hold
          }
        )
      expect(yield* failed({ status: 529 })).toEqual(released)
      expect(yield* failed(new TypeError("terminated"))).toEqual(unknown)
      expect(yield* failed(new TypeError("terminated"), { onAbort: "estimate" })).toEqual(settled(1, "estimate"))
    })
  )

  inMemory("is unknown if it is interrupted", () =>
    Effect.gen(function* () {
      const { hold, run } = yield* opened()
      const running = yield* Effect.fork(run(() => Effect.never, { settlement }))
      expect(yield* hold).toMatchObject({ state: "open" })
      yield* Fiber.interrupt(running)
      expect(yield* hold).toEqual(unknown)
    })
  )
})
