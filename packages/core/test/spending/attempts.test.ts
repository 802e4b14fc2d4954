import { describe, expect } from "@effect/vitest"
import {
  type BoundHold,
  type HoldOptions,
  InvalidInput,
  Memory,
  type MeterOptions,
  replacePrices,
  Usage,
  Usd
} from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { aPriceBook, aRateCard } from "@tollgate/testing"
import { Cause, Effect, Exit, FastCheck as fc, Logger, Option, Stream } from "effect"
import { it } from "vitest"
import { runs } from "../../../../test/runs.js"
import { read as decode, inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { metering, opened, type Piece, piece, pieces } from "./support/metered.js"
import { usd } from "./support/samples.js"

/** An attempt: how its answer begins, and whether it ends, is cut, or is left by its reader. */
type Attempt = readonly [answer: ReadonlyArray<Piece>, ending: "end" | "cut" | "left"]

/** Makes an attempt, and never fails. */
const attempt =
  ([answer, ending]: Attempt, counting = metering) =>
  (hold: BoundHold) => {
    const given = Stream.fromIterable(answer)
    const stream = {
      end: given,
      cut: Stream.concat(given, Stream.fail("cut")),
      left: Stream.concat(given, Stream.never)
    }
    const metered = hold.meter<Piece, string, never>(stream[ending], counting)
    return Effect.exit(Stream.runDrain(ending === "left" ? Stream.take(metered, answer.length) : metered))
  }

/** What becomes of a hold of $1 after these attempts. */
const after = (attempts: ReadonlyArray<Attempt>, options?: HoldOptions) =>
  Effect.gen(function* () {
    const { outcome, within } = yield* opened(100, options)
    yield* within((hold) => Effect.forEach(attempts, (it) => Effect.zipRight(hold.sent(), attempt(it)(hold))))
    const { amount: _, ...ended } = yield* outcome
    return ended
  })

const unknown = { basis: null, cost: null, state: "unknown" }
const settled = (dollars: number, basis: "estimate" | "provider" = "estimate") => ({
  basis,
  cost: usd(dollars),
  state: "settled"
})

describe("The attempts of a hold", () => {
  inMemory("add up what was metered of each, also of one that failed or was left", () =>
    Effect.gen(function* () {
      expect(
        yield* after([
          [pieces(3, 10), "cut"],
          [pieces(1, 5), "end"]
        ])
      ).toEqual(settled(0.35))
      expect(
        yield* after([
          [pieces(3, 10), "left"],
          [pieces(1, 5), "end"]
        ])
      ).toEqual(settled(0.35))
      expect(
        yield* after([
          [pieces(3, 10), "end"],
          [[], "end"],
          [pieces(2, 5), "end"]
        ])
      ).toEqual(settled(0.4))
    })
  )

  inMemory("count the provider's own figure of an attempt instead of what was metered of it", () =>
    Effect.gen(function* () {
      const stating = (cost: number): Attempt => [[piece(50), { cost }], "end"]
      expect(yield* after([stating(0.2), stating(0.3)])).toEqual(settled(0.5, "provider"))
      expect(yield* after([[pieces(3, 10), "cut"], stating(0.2)])).toEqual(settled(0.5))
      expect(yield* after([stating(0.2), [pieces(3, 10), "end"]])).toEqual(settled(0.5))
    })
  )

  inMemory(
    "add up also where a figure is a usage: each is priced as it was served, and none without a price is settled",
    () =>
      Effect.gen(function* () {
        const rates = { input: 1, output: 2 }
        yield* replacePrices(aPriceBook(aRateCard({ provider: "openai", model: "writer", rates })))
        const after = (models: ReadonlyArray<string>, onAbort: HoldOptions["onAbort"] = "unknown") =>
          Effect.gen(function* () {
            const { acquire, organization, read } = yield* openBound(100)
            const make = (hold: BoundHold) =>
              Effect.forEach(models, (model) =>
                Effect.zipRight(
                  hold.sent({ model, provider: "openai" }),
                  attempt([pieces(1, 1), "end"], {
                    ...metering,
                    settlement: () => ({ usage: decode(Usage)({ input: 100_000, output: 50_000 }) })
                  })(hold)
                )
              ).pipe(Effect.as(hold.authorized.data.id))
            const id = yield* Effect.scoped(Effect.flatMap(acquire({ onAbort }, { models: ["writer", "other"] }), make))
            const { basis, cost, flags, id: name, state } = yield* read(id)
            const store = yield* SpendingStore
            const record = Option.getOrThrow(yield* store.find({ id: name, organization_id: organization.id }))
            return { basis, cost, flags, state, tokens: [record.input_tokens, record.output_tokens] }
          })
        const whole = { basis: "table", flags: [], state: "settled" }
        expect(yield* after(["writer"])).toEqual({ ...whole, cost: usd(0.2), tokens: [100_000, 50_000] })
        expect(yield* after(["writer", "writer"])).toEqual({ ...whole, cost: usd(0.4), tokens: [200_000, 100_000] })
        for (const onAbort of ["unknown", "estimate"] as const) {
          expect(yield* after(["other", "writer"], onAbort)).toMatchObject({
            cost: null,
            flags: ["price_missing"],
            state: "unknown"
          })
        }
      })
  )

  inMemory("are replaced by the cost that the gateway states of the whole", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100)
      yield* within((hold) =>
        Effect.zipRight(
          Effect.forEach([attempt([pieces(3, 10), "cut"]), attempt([[{ cost: 0.2 }], "end"])], (make) => make(hold)),
          hold.settle({ cost: usd(0.07), basis: "provider" })
        )
      )
      expect(yield* outcome).toMatchObject(settled(0.07, "provider"))
    })
  )

  inMemory("leave the whole unknown if the usage of one is not known, unless it is estimated", () =>
    Effect.gen(function* () {
      const nothing: Attempt = [[], "cut"]
      for (const whole of [
        [nothing, [pieces(2, 10), "end"]],
        [[pieces(2, 10), "end"], nothing],
        [nothing, [[{ cost: 0.2 }], "end"]]
      ] satisfies ReadonlyArray<ReadonlyArray<Attempt>>) {
        expect(yield* after(whole)).toEqual(unknown)
        expect(yield* after(whole, { onAbort: "drain" })).toEqual(unknown)
        expect(yield* after(whole, { onAbort: "estimate", estimate: usd(0.05) })).toEqual(settled(0.25))
      }
      expect(yield* after([nothing, nothing], { onAbort: "estimate", estimate: usd(0.05) })).toEqual(settled(0.1))
    })
  )

  inMemory("leave to `onAbort` a request whose last one was not read to its end", () =>
    Effect.gen(function* () {
      const whole: ReadonlyArray<Attempt> = [
        [pieces(2, 10), "end"],
        [pieces(1, 10), "cut"]
      ]
      expect(yield* after(whole)).toEqual(unknown)
      expect(yield* after(whole, { onAbort: "estimate", estimate: usd(0.05) })).toEqual(settled(0.3))
      expect(yield* after(whole, { onAbort: "estimate", estimate: usd(0.9) })).toEqual(settled(0.9))
    })
  )

  inMemory("use up one amount: the next slice is held for all of them", () =>
    Effect.gen(function* () {
      const { within } = yield* opened(1.2)
      const [first, second] = yield* within((hold) =>
        Effect.forEach([attempt([pieces(6, 10), "cut"]), attempt([pieces(6, 10), "end"])], (make) => make(hold))
      )
      expect(first).toEqual(Exit.fail("cut"))
      expect(second).toMatchObject({ cause: { error: { _tag: "BudgetExceeded" } } })
    })
  )

  it("cost the sum of the highest cost metered of each, or of its own figure, and never more than is held", async () => {
    /** Elements with a cost each for the whole so far, which may fall; the figure that is stated at last. */
    const arbitrary = fc.record({
      costs: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 6 }),
      figure: fc.option(fc.integer({ min: 0, max: 90 })),
      ending: fc.constantFrom("end", "cut")
    })
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrary, { minLength: 1, maxLength: 4 }), (attempts) => {
        const program = Effect.gen(function* () {
          const { outcome, within } = yield* opened(100)
          let before = 0
          let spent = 0
          yield* within((hold) =>
            Effect.forEach(attempts, ({ costs, ending, figure }) => {
              const answer: ReadonlyArray<Piece> = [
                ...costs.map(() => piece(1)),
                ...(figure === null ? [] : [{ cost: figure / 100 }])
              ]
              // A slice is far beyond the last element: it costs what that does.
              const counting: MeterOptions<Piece> = {
                ...metering,
                cost: (tokens) => usd((costs[Math.min(tokens, costs.length) - 1] ?? 0) / 100)
              }
              let highest = 0
              let read = 0
              const given = Stream.fromIterable(answer)
              const stream = ending === "end" ? given : Stream.concat(given, Stream.fail("cut"))
              return Stream.runForEach(hold.meter<Piece, string, never>(stream, counting), () =>
                Effect.map(hold.current, ({ amount }) => {
                  highest = Math.max(highest, costs[read++] ?? 0)
                  expect(amount).toBeGreaterThanOrEqual(usd((before + highest) / 100))
                })
              ).pipe(
                Effect.exit,
                Effect.tap((exit) =>
                  Effect.sync(() => {
                    expect(Exit.isSuccess(exit)).toBe(ending === "end")
                    before += figure ?? highest
                    spent += figure ?? highest
                  })
                )
              )
            })
          )
          const { cost, state } = yield* outcome
          const known = attempts.every(
            ({ costs, ending, figure }) => figure !== null || ending === "end" || Math.max(...costs) > 0
          )
          const last = attempts.at(-1)
          const isEnded = last?.ending === "end" || last?.figure !== null
          expect({ cost, state }).toEqual(
            known && isEnded ? { cost: usd(spent / 100), state: "settled" } : { cost: null, state: "unknown" }
          )
        })
        return Effect.runPromise(Effect.provide(program, Memory.layer))
      }),
      { numRuns: runs(200, 2000) }
    )
  })
})

describe("A meter whose callbacks count wrongly", () => {
  const wrong: ReadonlyArray<readonly [string, Partial<typeof metering>, path: ReadonlyArray<string>]> = [
    ["tokens below 0", { tokens: () => -1 }, ["tokens"]],
    ["tokens that are no number", { tokens: () => Number.NaN }, ["tokens"]],
    ["tokens without an end", { tokens: () => Number.POSITIVE_INFINITY }, ["tokens"]],
    ["a cost below 0", { cost: () => usd(-0.01) }, ["cost"]],
    ["a cost below 0 of the next slice", { cost: (tokens) => usd(tokens > 50 ? -1 : 0.9) }, ["cost"]],
    ["a stated cost below 0", { settlement: () => ({ cost: usd(-0.01) }) }, ["settlement", "cost"]]
  ]

  for (const [what, callbacks, path] of wrong) {
    inMemory(`ends its answer with a refusal, and leaves the hold unknown with a warning: ${what}`, () =>
      Effect.gen(function* () {
        for (const onAbort of ["unknown", "estimate", "drain"] as const) {
          const said: Array<unknown> = []
          const log = Logger.replace(
            Logger.defaultLogger,
            Logger.make(({ logLevel, message }) => said.push(logLevel.label, message))
          )
          const { outcome, within } = yield* opened(100, { onAbort })
          const counting = { ...metering, ...callbacks }
          const make = attempt([pieces(3, 10), "end"], counting)
          const exit = yield* Effect.provide(within(make), log)
          const error = Exit.match(exit, { onSuccess: () => undefined, onFailure: Cause.squash })
          expect(error).toBeInstanceOf(InvalidInput)
          expect(error).toMatchObject({ issues: [{ path }] })
          expect(yield* outcome).toEqual({ amount: 1, ...unknown })
          expect(said).toEqual(["WARN", ["a hold is unknown, because the callbacks of its meter count wrongly"]])
        }
      })
    )
  }

  inMemory("leaves the hold unknown if one throws, as a cost that is no number does", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100, { onAbort: "estimate" })
      const counting = { ...metering, cost: () => Usd.fromNumber(Number.NaN) }
      const exit = yield* within(attempt([pieces(3, 10), "end"], counting))
      expect(Exit.match(exit, { onSuccess: () => undefined, onFailure: Cause.squash })).toBeInstanceOf(SyntaxError)
      expect(yield* outcome).toEqual({ amount: 1, ...unknown })
    })
  )

  inMemory("keeps the figure that the provider has stated before", () =>
    Effect.gen(function* () {
      const { outcome, within } = yield* opened(100)
      const counting = { ...metering, tokens: (given: Piece) => ("tokens" in given ? -1 : 0) }
      yield* within(attempt([[{ cost: 0.2 }, piece(1)], "end"], counting))
      expect(yield* outcome).toMatchObject(settled(0.2, "provider"))
    })
  )
})
