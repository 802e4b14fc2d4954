import { randomBytes } from "node:crypto"
import { Tollgate } from "@tollgate/node"
import type { Size } from "../../harness/alternate.js"
import { atLeast } from "../../harness/bound.js"
import type { Row } from "../../harness/Section.js"
import { temporaryFolder } from "../../harness/temporaryFolder.js"
import { startPostgres } from "../../storage/PostgresServer.js"
import { postgresByHand } from "../postgresByHand.js"
import { measuredCall } from "./callRow.js"
import { pairsOf } from "./pairs.js"
import { STORED, type Tenants, tenantsOf } from "./tenants.js"

const CALLERS = 64
const CONNECTIONS = 10
const beside = "one counter by hand"
const atLeastPairs = (limit: number, goal: number) => ["perSecond", atLeast(limit, " times the pairs", goal)] as const

/** The calls on PostgreSQL: of as many keys in one organization, and in all. By hand, an organization has one counter. */
export const onPostgres = ({ keys, organizations }: Tenants, size: Size): Promise<ReadonlyArray<Row>> =>
  temporaryFolder(async (folder) => {
    const server = await startPostgres(folder)
    const counters = await postgresByHand(server.url, CONNECTIONS)
    try {
      const masterKey = randomBytes(32).toString("hex")
      await using gate = await Tollgate.open({ postgres: server.url, masterKey })
      const one = pairsOf(gate, await tenantsOf(gate, { organizations: 1, keys: keys * organizations }))
      const all = pairsOf(gate, await tenantsOf(gate, { organizations, keys }))
      const spread = counters.rounds(CALLERS, (n) => n % organizations)
      const call = "Promise, PostgreSQL, 64 callers"
      const fewer = { ...size, acts: size.acts / 2 }
      return [
        await measuredCall(
          [`${call}, one organization`, beside],
          { beside: counters.rounds(CALLERS, () => 0), ours: one(CALLERS, "own") },
          size,
          atLeastPairs(1, 1.8)
        ),
        await measuredCall(
          [`${call}, ${organizations} organizations`, beside],
          { beside: spread, ours: all(CALLERS, "own") },
          size,
          atLeastPairs(0.4, 0.5)
        ),
        await measuredCall(
          [`${call}, ${organizations} organizations, \`any\` of ${STORED + 1}`, beside],
          { beside: spread, ours: all(CALLERS, "any") },
          fewer
        )
      ]
    } finally {
      await counters.close()
      await server.stop()
    }
  })
