import type * as Core from "@tollgate/core"
import type * as Layer from "effect/Layer"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { createAccount, supplyAccount } from "./Account.js"
import { audited } from "./audited.js"
import { cost, costsHead, timeCost } from "./costs.js"
import { once } from "./once.js"
import { startPostgres } from "./PostgresServer.js"
import { openPrograms } from "./Programs.js"
import { postgresByHand } from "./postgresByHand.js"

const KEYS = 100
/** Authorization codes for every round of an exchange, and its warm-up. */
const CODES = 8_000
const SIZE = { acts: 640, rounds: 9 }
const onCpu = atMost(2, " times the CPU")
const onTime = (limit: number, goal: number) => atMost(limit, " times the time", goal)

const written = [
  ["updateKey", 1, onTime(1.5, 1.1)],
  ["updateKey", 64, onTime(1.5, 1.1)],
  ["createKey", 1, onTime(3, 2)],
  ["createKey", 64, onTime(2, 1.3)],
  ["exchange", 64, onTime(3, 2)],
  ["assign", 64, onTime(3, 2)]
] as const

const nameOf = (act: string, callers: number) => `\`${act}\`, ${callers} ${callers === 1 ? "caller" : "callers"}`

/** The acts on PostgreSQL, compared with `pg`: one server, one database, pools of the same size. */
export const onPostgres = <E>(
  storageAt: (url: string, connections: number) => Layer.Layer<Core.Services, E>,
  connections: number
): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const server = await startPostgres(folder)
    const storage = storageAt(server.url, connections)
    try {
      // Each contender has an organization of its own in the same database.
      const accountOf = async () => {
        const account = await createAccount(storage, KEYS)
        return { account, supplies: await supplyAccount(storage, account, CODES) }
      }
      const [mine, theirs] = [await accountOf(), await accountOf()]
      const byHand = await postgresByHand(server.url, connections, theirs.account, theirs.supplies)
      const ours = await openPrograms(storage, mine.account, mine.supplies)
      try {
        const costs = []
        for (const callers of [1, 16, 64]) {
          const contenders = { byHand: byHand.authenticate(callers), ours: ours.authenticate(callers) }
          costs.push(await cost(nameOf("authenticate", callers), contenders, SIZE, onCpu))
        }
        for (const [act, callers, bound] of written) {
          const contenders = { byHand: byHand[act](callers), ours: ours[act](callers) }
          costs.push(await timeCost(nameOf(act, callers), contenders, SIZE, bound))
        }
        const entry = await audited("PostgreSQL", ours, SIZE, { leastThroughput: 0.5, mostCpu: null })
        const repeatable = await once("PostgreSQL", ours, SIZE)
        return [
          entry,
          repeatable,
          section(`PostgreSQL: an act, beside pg, ${connections} connections`, costsHead, costs)
        ]
      } finally {
        await ours.close()
        await byHand.close()
      }
    } finally {
      await server.stop()
    }
  })
