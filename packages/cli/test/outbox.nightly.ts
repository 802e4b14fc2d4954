import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { crosser, drain, type Kills, killRound, outboxPlaces, prepareOutbox, receiver } from "./harness/outboxRounds.js"

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
            const kills: Kills = new Map()
            let seed = 0
            while (Date.now() < until || seed === 0) {
              await killRound(at, to, { script, organization, processes: 3, seed: seed++, kills })
            }
            const drained = await drain(at, to, kills)
            process.stdout.write(
              `${where}: ${JSON.stringify({ kills: kills.size, received: to.total(), ...drained })}\n`
            )
            const { alerts, delivered, isWithinFlight, lost, unexplained, untied } = drained
            expect({ lost, unexplained, untied, isWithinFlight, delivered }).toEqual({
              lost: 0,
              unexplained: 0,
              untied: 0,
              isWithinFlight: true,
              delivered: alerts
            })
          })
        }),
      MINUTES * 60_000 + 600_000
    )
  })
}
