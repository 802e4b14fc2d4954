import type * as Core from "@tollgate/core"
import type * as Layer from "effect/Layer"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { createAccount } from "./Account.js"
import { cost, costsHead } from "./costs.js"
import { startPostgres } from "./PostgresServer.js"
import { openPrograms } from "./Programs.js"
import { postgresByHand } from "./postgresByHand.js"

const KEYS = 100
const bound = atMost(2, " times the CPU")

/** The acts on PostgreSQL, compared with `pg`: one server, one database, pools of the same size. */
export const onPostgres = <E>(
  storageAt: (url: string, connections: number) => Layer.Layer<Core.Services, E>,
  connections: number
): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const server = await startPostgres(folder)
    const storage = storageAt(server.url, connections)
    try {
      const account = await createAccount(storage, KEYS)
      const byHand = postgresByHand(server.url, connections, account)
      const ours = await openPrograms(storage, account)
      try {
        const costs = []
        for (const act of ["authenticate", "updateKey"] as const) {
          for (const callers of [1, 16, 64]) {
            const contenders = { byHand: byHand[act](callers), ours: ours[act](callers) }
            const name = `\`${act}\`, ${callers} ${callers === 1 ? "caller" : "callers"}`
            costs.push(await cost(name, contenders, { acts: 640, rounds: 9 }, bound))
          }
        }
        return [section(`PostgreSQL: an act, beside pg, ${connections} connections`, costsHead, costs)]
      } finally {
        await ours.close()
        await byHand.close()
      }
    } finally {
      await server.stop()
    }
  })
