import { describe, expect } from "@effect/vitest"
import { type BoundHold, InvalidInput, replacePrices } from "@tollgate/core"
import { aPriceBook, aRateCard } from "@tollgate/testing"
import { Effect, Stream } from "effect"
import { inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { usd } from "./support/samples.js"

/** USD per million tokens of input; output costs twice as much. */
const card = (provider: string, model: string, input: number) =>
  aRateCard({ provider, model, rates: { input, output: 2 * input } })
const book = aPriceBook(card("openai", "writer", 1), card("openai", "thinker", 3), card("azure", "thinker", 5))

describe("An answer that is metered by its usage", () => {
  /** What becomes of a hold of $1 whose answer has pieces of so many tokens. The price of a million is that of the model. */
  const metered = (
    answer: ReadonlyArray<number>,
    {
      input,
      send = (hold) => hold.sent()
    }: { input?: object; send?: (hold: BoundHold) => Effect.Effect<unknown, unknown> }
  ) =>
    Effect.gen(function* () {
      yield* replacePrices(book)
      const { acquire, read } = yield* openBound(100)
      const seen: Array<number> = []
      const [id, exit] = yield* acquire({}, { models: ["writer"], ...input }).pipe(
        Effect.tap(send),
        Effect.flatMap((hold) =>
          hold
            .meter(Stream.fromIterable(answer), {
              tokens: (count) => count,
              usage: (output) => ({ input: 100_000, output })
            })
            .pipe(
              Stream.runForEach((count) => Effect.sync(() => seen.push(count))),
              Effect.exit,
              Effect.map((exit) => [hold.authorized.data.id, exit] as const)
            )
        ),
        Effect.scoped
      )
      const { amount, cost, state } = yield* read(id)
      return { amount, cost, exit, seen, state }
    })

  inMemory("costs what the price book says, holds more as it goes on, and is settled with the last price", () =>
    Effect.gen(function* () {
      const answer = [200_000, 200_000, 200_000]
      const { exit, ...outcome } = yield* metered(answer, {})
      expect(exit._tag).toBe("Success")
      expect(outcome).toEqual({ amount: usd(1.300_128), cost: usd(1.3), seen: answer, state: "settled" })
    })
  )

  inMemory("is priced by the model and provider that serve it, else by the dearest model of the hold", () =>
    Effect.gen(function* () {
      const cost = (input: object, send?: (hold: BoundHold) => Effect.Effect<unknown, unknown>) =>
        Effect.map(metered([100_000], { input, ...(send && { send }) }), ({ cost }) => cost)
      const models = { provider: "openai", models: ["writer", "thinker"] }
      expect(yield* cost(models)).toBe(usd(0.9))
      expect(yield* cost(models, (hold) => hold.sent({ model: "writer" }))).toBe(usd(0.3))
      expect(yield* cost(models, (hold) => hold.sent({ model: "thinker", provider: "azure" }))).toBe(usd(1.5))
    })
  )

  inMemory("fails at its first element without a price, and leaves the hold unknown", () =>
    Effect.gen(function* () {
      const { exit, ...outcome } = yield* metered([1], { input: { models: ["new"] } })
      expect(exit).toMatchObject({ cause: { error: { _tag: "PriceUnknown", model: "new" } } })
      expect(outcome).toEqual({ amount: usd(1), cost: null, seen: [], state: "unknown" })
    })
  )

  inMemory("fails where its usage is none, and leaves the hold unknown", () =>
    Effect.gen(function* () {
      const { acquire, read } = yield* openBound(100)
      const ended = (usage: object) =>
        acquire({}, { models: ["writer"] }).pipe(
          Effect.flatMap((hold) =>
            Effect.map(
              Effect.flip(Stream.runDrain(hold.meter(Stream.make(1), { tokens: () => 1, usage: () => usage }))),
              (refusal) => [hold.authorized.data.id, refusal] as const
            )
          ),
          Effect.scoped,
          Effect.flatMap(([id, refusal]) => Effect.map(read(id), ({ state }) => ({ refusal, state })))
        )
      const refused = (path: string, expected: string) => ({
        refusal: new InvalidInput({ issues: [{ path: ["usage", path], expected }] }),
        state: "unknown"
      })
      expect(yield* ended({ input: -1 })).toEqual(refused("input", "a whole number from 0 to 1000000000"))
      expect((yield* ended({ inptu: 1 })).refusal).toMatchObject({ issues: [{ path: ["usage", "inptu"] }] })
    })
  )
})
