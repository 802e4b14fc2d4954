import { layer } from "@tollgate/postgres"
import * as Redacted from "effect/Redacted"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { createAccount, supplyAccount } from "./Account.js"
import { auditEntry, idempotencyKey } from "./additions.js"
import { cost, costsHead, nameOf, timeCost } from "./costs.js"
import { startPostgres } from "./PostgresServer.js"
import { openPrograms } from "./Programs.js"
import { postgresByHand } from "./postgresByHand.js"

const CONNECTIONS = 10
const KEYS = 100
const masterKey = Redacted.make(new Uint8Array(32).fill(7))
/** The codes are for every round of an exchange, and its warm-up. */
const enough = { acts: 640, rounds: 9, codes: 8_000 }
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

/** The acts on PostgreSQL, compared with `pg`: one server, one database, pools of the same size. */
export const onPostgres = ({ codes, ...size } = enough): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const server = await startPostgres(folder)
    const storage = layer({ url: server.url, masterKey, maxConnections: CONNECTIONS })
    try {
      // Each contender has an organization of its own in the same database.
      const accountOf = async () => {
        const account = await createAccount(storage, KEYS)
        return { account, supplies: await supplyAccount(storage, account, codes) }
      }
      const [mine, theirs] = [await accountOf(), await accountOf()]
      const byHand = await postgresByHand(server.url, CONNECTIONS, theirs.account, theirs.supplies)
      const ours = await openPrograms(storage, mine.account, mine.supplies)
      try {
        const costs = []
        for (const callers of [1, 16, 64]) {
          const contenders = { byHand: byHand.authenticate(callers), ours: ours.authenticate(callers) }
          costs.push(await cost(nameOf("authenticate", callers), contenders, size, onCpu))
        }
        for (const [act, callers, bound] of written) {
          const contenders = { byHand: byHand[act](callers), ours: ours[act](callers) }
          costs.push(await timeCost(nameOf(act, callers), contenders, size, bound))
        }
        return [
          section(`PostgreSQL: an act, beside pg, ${CONNECTIONS} connections`, costsHead, costs),
          await auditEntry("PostgreSQL", ours, size, { leastThroughput: 0.5, mostCpu: null }),
          await idempotencyKey("PostgreSQL", ours, size)
        ]
      } finally {
        await ours.close()
        await byHand.close()
      }
    } finally {
      await server.stop()
    }
  })
