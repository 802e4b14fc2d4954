import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { LONG } from "../../../test/limits.js"
import { spendPlaces } from "./harness/spendPlaces.js"
import { prepare, spender, spendRound } from "./harness/spendRounds.js"

const script = await spender()

for (const [where, place] of Object.entries(spendPlaces)) {
  describe(`A process that is killed while it spends from ${where}`, () => {
    it.scopedLive(
      "leaves what it did not send at 0, what it sent unknown, and what it settled at its cost",
      () =>
        Effect.gen(function* () {
          const { endLeases, storage, verify } = yield* place
          yield* Effect.promise(async () => {
            const spenders = await prepare(storage)
            const round = { script, processes: 1, callers: 8, lines: 500, seed: 1 }
            const { counted, cutOff, holds, refused, runs, said, stops } = await spendRound(spenders, endLeases, round)
            const [unsent, sent, settled] = [...(said[0]?.keys() ?? [])].map((id) =>
              holds.find((hold) => hold.id === id)
            )
            expect(unsent).toMatchObject({ state: "expired", amount: 1, cost: null })
            expect(sent).toMatchObject({ state: "unknown", amount: 2, cost: null })
            expect(settled).toMatchObject({ state: "settled", amount: 4, cost: 3.000000001 })
            const nano = (amount: number) => BigInt(Math.round(amount * 1e9))
            const sum = (state: string, of: "amount" | "cost") =>
              holds.filter((hold) => hold.state === state).reduce((sum, hold) => sum + nano(hold[of] ?? 0), 0n)
            expect(counted).toEqual({ spent: sum("settled", "cost"), unknown: sum("unknown", "amount") })
            // Some acts were under way, and some requests had been refused.
            expect([cutOff > 0, refused > 0]).toEqual([true, true])
            // They were in a tree of runs, of which some were stopped.
            expect([runs > 2, stops > 0]).toEqual([true, true])
            await verify()
          })
        }),
      LONG
    )
  })
}
