import { once } from "node:events"
import { createServer } from "node:net"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { LONG } from "../../../test/limits.js"
import { crosser, drain, type Kills, killRound, outboxPlaces, prepareOutbox, receiver } from "./harness/outboxRounds.js"

const script = await crosser()

for (const [where, place] of Object.entries(outboxPlaces)) {
  describe(`Processes that deliver the alerts of ${where}`, () => {
    it.scopedLive(
      "lose none when they are killed, and send twice only what they were sending then",
      () =>
        Effect.gen(function* () {
          const [at, to] = [yield* place, yield* receiver]
          yield* Effect.promise(async () => {
            const organization = await prepareOutbox(at.storage, to.url)
            const kills: Kills = new Map()
            for (let seed = 0; seed < 3; seed++) {
              await killRound(at, to, { script, organization, processes: 2, seed, kills })
            }
            const drained = await drain(at, to, kills)
            const { alerts, deliveries, delivered, isWithinFlight, lost, unexplained, untied } = drained
            expect({ lost, unexplained, untied, isWithinFlight, deliveries, delivered }).toEqual({
              lost: 0,
              unexplained: 0,
              untied: 0,
              isWithinFlight: true,
              deliveries: alerts,
              delivered: alerts
            })
            expect([to.received.size, kills.size]).toEqual([alerts, 6])
          })
        }),
      LONG
    )

    it.scopedLive(
      "send each message once, two at a time, while nobody kills them",
      () =>
        Effect.gen(function* () {
          const [at, to] = [yield* place, yield* receiver]
          yield* Effect.promise(async () => {
            const organization = await prepareOutbox(at.storage, to.url)
            const options = { ...at.storage, webhookPrivate: true }
            const gates = [await Tollgate.open(options), await Tollgate.open(options)]
            for (let n = 0; n < 40; n++) {
              const { keys } = gates[n % 2]?.asOrganization(organization) ?? expect.fail("There are two.")
              const { data } = await keys.create({ name: "ci", limit: 1 })
              await keys.recordUsage(data.hash, { usage: 1 })
            }
            await to.reached(120)
            for (const gate of gates) await gate.close()
            expect([to.received.size, to.total()]).toEqual([120, 120])
            const states = await at.rows("SELECT DISTINCT state, attempts FROM webhook_deliveries")
            expect(states.map(({ attempts, state }) => [state, Number(attempts)])).toEqual([["delivered", 1]])
          })
        }),
      LONG
    )
  })
}

describe("A receiver that never answers, beside 1,000 crossings", () => {
  it.scopedLive(
    "delays no message to another one",
    () =>
      Effect.gen(function* () {
        const [at, to] = [yield* outboxPlaces["an SQLite file"], yield* receiver]
        const silent = yield* Effect.acquireRelease(
          Effect.promise(async () => {
            const server = createServer((socket) => socket.resume().on("error", () => {})).listen(0, "127.0.0.1")
            await once(server, "listening")
            return server
          }),
          (server) => Effect.sync(() => server.close())
        )
        const address = silent.address()
        const port = address !== null && typeof address === "object" ? address.port : 0
        yield* Effect.promise(async () => {
          const organization = await prepareOutbox(at.storage, `http://127.0.0.1:${port}/`, to.url)
          const gate = await Tollgate.open({ ...at.storage, webhookPrivate: true })
          const { keys } = gate.asOrganization(organization)
          for (let n = 0; n < 334; n++) {
            const { data } = await keys.create({ name: "ci", limit: 1 })
            await keys.recordUsage(data.hash, { usage: 1 })
          }
          await to.reached(1_002)
          await gate.close()
          expect([to.received.size, to.total()]).toEqual([1_002, 1_002])
        })
      }),
    LONG
  )
})
