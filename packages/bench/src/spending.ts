import { join } from "node:path"
import * as Postgres from "@tollgate/postgres"
import * as Sqlite from "@tollgate/sqlite"
import * as Redacted from "effect/Redacted"
import { atMost } from "./harness/bound.js"
import { type Section, section } from "./harness/Section.js"
import { temporaryFolder } from "./harness/temporaryFolder.js"
import { besideBetterAuth } from "./spending/besideBetterAuth.js"
import { ours } from "./spending/ours.js"
import { overHttp } from "./spending/overHttp.js"
import { postgresByHand } from "./spending/postgresByHand.js"
import { KEYS } from "./spending/scopesOf.js"
import { sqliteByHand } from "./spending/sqliteByHand.js"
import { cost, costsHead, timeCost } from "./storage/costs.js"
import { startPostgres } from "./storage/PostgresServer.js"

const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const CONNECTIONS = 10
const CALLERS = 64

interface Size {
  readonly acts: number
  readonly rounds: number
}

const onSqlite = ({ acts, rounds }: Size): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const byHand = sqliteByHand(join(folder, "by-hand.db"))
    const mine = await ours(Sqlite.layer({ file: join(folder, "ours.db"), masterKey }))
    try {
      const rows = []
      for (const callers of [1, CALLERS]) {
        const contenders = { byHand: byHand.rounds(callers), ours: mine.rounds(callers, () => 1) }
        const size = { acts: callers === 1 ? acts / 4 : acts, rounds }
        rows.push(
          await cost(
            `${callers} ${callers === 1 ? "caller" : "callers"}`,
            contenders,
            size,
            atMost(2, " times the CPU", 1.5)
          )
        )
      }
      return section(
        "SQLite: a hold of 5 scopes and its settlement, beside better-sqlite3 with as many in a commit",
        costsHead,
        rows
      )
    } finally {
      await mine.close()
      byHand.close()
    }
  })

const onPostgres = (size: Size): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const server = await startPostgres(folder)
    const mine = await ours(Postgres.layer({ url: server.url, masterKey, maxConnections: CONNECTIONS }))
    const byHand = await postgresByHand(server.url, CONNECTIONS)
    try {
      const own = {
        byHand: byHand.rounds(CALLERS, (n) => n % KEYS),
        ours: mine.rounds(CALLERS, (n) => 1 + (n % 100))
      }
      const hot = { byHand: byHand.rounds(CALLERS, () => 0), ours: mine.rounds(CALLERS, () => 0) }
      const rows = [
        await timeCost("64 callers, 100 organizations", own, size, atMost(1.5, " times the time", 1.1)),
        await timeCost("64 callers, one organization", hot, size, atMost(0.6, " times the time", 0.35))
      ]
      return section("PostgreSQL: a hold of 5 scopes and its settlement, beside one counter by hand", costsHead, rows)
    } finally {
      await mine.close()
      await byHand.close()
      await server.stop()
    }
  })

/** The cost of spending, compared with hand-written statements. A round is long enough that most of it runs compiled code. */
export const spending = async (size = { acts: 6400, rounds: 7 }): Promise<ReadonlyArray<Section>> => [
  await onSqlite(size),
  await besideBetterAuth({ ...size, acts: size.acts / 5 }),
  await overHttp({ ...size, acts: size.acts / 5 }),
  await onPostgres({ ...size, acts: size.acts / 5 })
]
