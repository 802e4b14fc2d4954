import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { spendPlaces } from "./harness/spendPlaces.js"
import { prepare, spender, spendRound } from "./harness/spendRounds.js"

/** How long each storage is spent from. */
const MINUTES = Number(process.env["TOLLGATE_SPENDING_MINUTES"] ?? 5)
const VERIFIED_EACH = 20

const script = await spender()

for (const [where, place] of Object.entries(spendPlaces)) {
  describe(`${MINUTES} minutes of two processes that spend from ${where}, killed again and again`, () => {
    it.scopedLive(
      "leave a ledger that is as they have said, and `tollgate verify` finds no difference",
      () =>
        Effect.gen(function* () {
          const { endLeases, storage, verify } = yield* place
          yield* Effect.promise(async () => {
            const spenders = await prepare(storage)
            const until = Date.now() + MINUTES * 60_000
            const total = { rounds: 0, holds: 0, cutOff: 0, refused: 0, runs: 0, stops: 0 }
            while (Date.now() < until || total.rounds === 0) {
              const lines = 1_000 + 37 * (total.rounds % 50)
              const round = { script, processes: 2, callers: 16, lines, seed: total.rounds }
              const { cutOff, holds, refused, runs, stops } = await spendRound(spenders, endLeases, round)
              total.rounds += 1
              total.holds += holds.length
              total.cutOff += cutOff
              total.refused += refused
              total.runs += runs
              total.stops += stops
              if (total.rounds % VERIFIED_EACH === 0) await verify()
            }
            await verify()
            process.stdout.write(`${where}: ${JSON.stringify(total)}\n`)
            expect(total.cutOff).toBeGreaterThan(0)
            expect(total.refused).toBeGreaterThan(0)
          })
        }),
      MINUTES * 60_000 + 600_000
    )
  })
}
