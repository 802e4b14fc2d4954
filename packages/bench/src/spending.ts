import * as Postgres from "@tollgate/postgres"
import * as Redacted from "effect/Redacted"
import type { Size } from "./harness/alternate.js"
import { atMost } from "./harness/bound.js"
import type { Parts } from "./harness/report.js"
import { type Section, section } from "./harness/Section.js"
import { temporaryFolder } from "./harness/temporaryFolder.js"
import { atLarge } from "./spending/atLarge.js"
import { besideBetterAuth } from "./spending/besideBetterAuth.js"
import type { Tenants } from "./spending/calls/tenants.js"
import { calls } from "./spending/calls.js"
import { inMemory } from "./spending/inMemory.js"
import { keyCache } from "./spending/keyCache.js"
import { onSqlite } from "./spending/onSqlite.js"
import { ours } from "./spending/ours.js"
import { postgresByHand } from "./spending/postgresByHand.js"
import { runs } from "./spending/runs.js"
import { KEYS } from "./spending/scopesOf.js"
import { costsHead, timeCost } from "./storage/costs.js"
import { startPostgres } from "./storage/PostgresServer.js"

const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const CONNECTIONS = 10
const CALLERS = 64

/** How many keys and acts are many, if it is not said. */
export const MANY = 100_000

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
      return section(
        "Of it the store: PostgreSQL, a hold of 5 scopes and its settlement, beside one counter by hand",
        costsHead,
        rows
      )
    } finally {
      await mine.close()
      await byHand.close()
      await server.stop()
    }
  })

const TENANTS: Tenants = { organizations: 100, keys: 10 }

/** What spending costs: what a gateway calls, then the store alone. */
export const spending = ({
  // A round is long enough that most of it runs compiled code.
  acts = 6400,
  many = MANY,
  rounds = 7,
  /** Whose keys the calls are of. */
  tenants = TENANTS
}): Parts => {
  const size: Size = { acts, rounds }
  return {
    calls: async () => [await calls(size, tenants)],
    // More rounds than of the others, because the bounds are closer to what runs take.
    runs: () => runs({ size: { acts: Math.ceil(acts / 4), rounds: 2 * rounds - 1 }, tenants, many }),
    memory: async () => [await inMemory(size)],
    sqlite: async () => [await onSqlite(size)],
    // Its client is compiled late: a fifth of the acts would measure the compiler.
    postgres: async () => [await onPostgres({ acts: acts / 2, rounds })],
    many: async () => [await atLarge({ ...size, many })],
    "better-auth": async () => [await besideBetterAuth({ acts: acts / 5, rounds })],
    "key-cache": () => keyCache(many)
  }
}
