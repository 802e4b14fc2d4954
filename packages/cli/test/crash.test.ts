import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { LONG } from "../../../test/limits.js"
import { runs } from "../../../test/runs.js"
import { query } from "../../postgres/test/support/databases.js"
import { postgresServer } from "../../postgres/test/support/PostgresServer.js"
import { begin, serverKills, storageKills } from "./harness/crashRounds.js"
import { withDatabase } from "./harness/database.js"
import { temporaryFolder } from "./harness/stores.js"

const masterKey = "07".repeat(32)

// A key and the use of its code are one transaction, which no crash may split. So are a key and its place in the size of its list.
const given = "SELECT hash FROM api_keys WHERE name = 'Authorized application' ORDER BY 1"
const redeemed = "SELECT redeemed_key_hash AS hash FROM authorization_codes WHERE redeemed_at IS NOT NULL ORDER BY 1"
const counted = "SELECT count(*) AS size FROM api_keys"
const size = "SELECT size FROM list_sizes WHERE list = 'keys'"

const nothingHalfIn = (url: string) =>
  Effect.gen(function* () {
    expect(yield* query(url, given)).toEqual(yield* query(url, redeemed))
    expect(yield* query(url, counted)).toEqual(yield* query(url, size))
  })

const onPostgres = (postgres: string) => ({
  storage: { postgres, masterKey },
  settings: { variables: { TOLLGATE_DATABASE: postgres, TOLLGATE_MASTER_KEY: masterKey } },
  servers: 2,
  rounds: runs(1, 30),
  writes: runs(100, 1_000)
})

describe("A server on an SQLite file that is killed again and again, each time within a burst of writes", () => {
  it.scopedLive(
    "has every acknowledged change, key and used code when it is started again",
    () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryFolder, "tollgate.db")
        const settings = { variables: { TOLLGATE_DATABASE: file } }
        const rounds = { storage: { file }, settings, servers: 1, rounds: runs(2, 30), writes: runs(200, 2_000) }
        yield* serverKills(yield* begin(rounds), rounds)
        withDatabase(file, ({ all, value, values }) => {
          expect(value("PRAGMA integrity_check")).toBe("ok")
          expect(all("PRAGMA foreign_key_check")).toEqual([])
          expect(values(given)).toEqual(values(redeemed))
          expect(values(counted)).toEqual(values(size))
        })
      }),
    LONG
  )
})

describe("Two servers on a PostgreSQL database", () => {
  it.scopedLive(
    "lose nothing and need no new start when one of them, and then PostgreSQL, is killed within a burst",
    () =>
      Effect.gen(function* () {
        const postgres = yield* postgresServer({ durable: true })
        const url = postgres.url("postgres")
        const rounds = onPostgres(url)
        const begun = yield* begin(rounds)
        yield* serverKills(begun, rounds)
        yield* nothingHalfIn(url)
        yield* storageKills(postgres, begun, rounds)
        yield* nothingHalfIn(url)
      }),
    LONG
  )
})
