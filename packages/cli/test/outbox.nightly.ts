import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { crosser, drain, killRound, outboxPlaces, prepareOutbox, receiver } from "./harness/outboxRounds.js"

/** How long alerts of each storage are delivered. */
const MINUTES = Number(process.env["TOLLGATE_OUTBOX_MINUTES"] ?? 5)

const script = await crosser()

for (const [where, place] of Object.entries(outboxPlaces)) {
  describe(`${MINUTES} minutes of three processes that deliver the alerts of ${where}, killed again and again`, () => {
    it.scopedLive(
      "lose no alert, and send twice only what they were sending when they were killed",
      () =>
        Effect.gen(function* () {
          const [at, to] = [yield* place, yield* receiver]
          yield* Effect.promise(async () => {
            const organization = await prepareOutbox(at.storage, to.url)
            const until = Date.now() + MINUTES * 60_000
            let [kills, seed] = [0, 0]
            while (Date.now() < until || seed === 0) {
              kills += await killRound(at, to, { script, organization, processes: 3, seed: seed++ })
            }
            const drained = await drain(at, to)
            process.stdout.write(`${where}: ${JSON.stringify({ kills, received: to.total(), ...drained })}\n`)
            const { alerts, delivered, lost, twice, unexplained } = drained
            expect({ lost, unexplained, delivered }).toEqual({ lost: 0, unexplained: 0, delivered: alerts })
            expect(twice <= kills * 8).toBe(true)
          })
        }),
      MINUTES * 60_000 + 600_000
    )
  })
}
