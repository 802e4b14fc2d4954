import { describe, expect } from "@effect/vitest"
import { BudgetExceeded, replacePrices, updateKey } from "@tollgate/core"
import { aKeyPatch, aPriceBook, aRateCard } from "@tollgate/testing"
import { Effect, FastCheck } from "effect"
import { runs } from "../../../../test/runs.js"
import { inMemory } from "../support/account.js"
import { openSpender } from "./support/spender.js"

const card = (model: string, output: number) =>
  aRateCard({
    provider: "acme",
    model,
    rates: { input: 0.3, output, request: 0.000001 },
    tiers: [{ above: 1_000, output: 2 * output }]
  })

const opened = Effect.gen(function* () {
  yield* replacePrices(aPriceBook(card("writer", 0.7), card("thinker", 1.3)))
  const { asManager, hold, ordinaryHash, ordinaryKey, settle } = yield* openSpender
  const limit = (limit: number) => asManager(updateKey(ordinaryHash, aKeyPatch({ limit })))
  /** Asks for nothing that stays. The output that is left for a refused request, or `admitted`. */
  const ask = (usage: object, models: ReadonlyArray<string>) =>
    hold(ordinaryKey, { models, amount: undefined, usage, dry_run: true }).pipe(
      Effect.as("admitted" as const),
      Effect.catchTag("BudgetExceeded", ({ remaining_output_tokens }) => Effect.succeed(remaining_output_tokens))
    )
  return { ask, hold, limit, ordinaryKey, settle }
})

const requests = FastCheck.record({
  input: FastCheck.nat(3_000),
  output: FastCheck.integer({ min: 1, max: 5_000 }),
  models: FastCheck.constantFrom(["writer"], ["thinker"], ["writer", "thinker"], ["thinker", "writer"])
})

describe("The output that a refused request could have had", () => {
  inMemory("is the greatest that is admitted: one token more is refused", () =>
    Effect.gen(function* () {
      const { ask, limit } = yield* opened
      yield* limit(0.002)
      const refused = { count: 0 }
      for (const { input, models, output } of FastCheck.sample(requests, { numRuns: runs(60, 1_000), seed: 1 })) {
        const left = yield* ask({ input, output }, models)
        if (left === "admitted") continue
        refused.count++
        if (left === null) expect.unreachable("it asks for output")
        expect(left).toBeLessThan(output)
        if (left > 0) expect(yield* ask({ input, output: left }, models)).toBe("admitted")
        expect(yield* ask({ input, output: left + 1 }, models)).toBe(left)
      }
      expect(refused.count).toBeGreaterThan(10)
    })
  )

  inMemory("is 0 where the input alone is too dear, and where the limit is reached", () =>
    Effect.gen(function* () {
      const { ask, hold, limit, ordinaryKey, settle } = yield* opened
      yield* limit(0.0001)
      expect(yield* ask({ input: 1_000, output: 10 }, ["writer"])).toBe(0)
      const { data } = yield* hold(ordinaryKey, { amount: 0.0001 })
      yield* settle(data.id, { cost: data.amount })
      expect(yield* ask({ output: 10 }, ["writer"])).toBe(0)
    })
  )

  inMemory("is not known of a request for an amount, or for no output", () =>
    Effect.gen(function* () {
      const { ask, hold, limit, ordinaryKey } = yield* opened
      yield* limit(0.0001)
      const refusal = yield* Effect.flip(hold(ordinaryKey, { amount: 1 }))
      expect(refusal).toBeInstanceOf(BudgetExceeded)
      expect(refusal).toMatchObject({ remaining_output_tokens: null })
      expect(yield* ask({ input: 1_000 }, ["writer"])).toBe(null)
    })
  )
})
