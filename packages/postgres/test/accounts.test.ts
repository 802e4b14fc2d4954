import { describe, expect, it } from "@effect/vitest"
import { exportAccounts, importAccounts } from "@tollgate/postgres"
import * as Sqlite from "@tollgate/sqlite"
import { Effect } from "effect"
import { runs } from "../../../test/runs.js"
import { listSizes } from "../../cli/test/harness/listSizes.js"
import { archivedTables, leftOutTables } from "../../sql/dist/archive/archivedTables.js"
import { bytesOf, textOf } from "../../sql/test/support/exports.js"
import { nastyLines, sealed, uuid } from "../../sql/test/support/nastyExport.js"
import { emptyFile, tablesOf as tablesOfFile, temporaryFile } from "../../sqlite/test/support/files.js"
import { create } from "../../sqlite/test/support/organizations.js"
import { emptyDatabase, query } from "./support/databases.js"
import { PASSWORD } from "./support/PostgresServer.js"
import { inDatabase, tablesOf } from "./support/stores.js"

const exported = (url: string, ledger = true) => textOf((options) => exportAccounts({ url }, { ...options, ledger }))
const imported = (url: string, text: string) => importAccounts({ url }, { read: bytesOf(text) })
const refusalOf = (url: string, text: string) =>
  Effect.map(Effect.flip(imported(url, text)), (refused) => ("refusal" in refused ? refused.refusal : refused.message))

const ACCOUNTS = runs(100, 600)

/** The sizes of the lists of all organizations together, as they are stored. */
const storedSizes = "SELECT list, CAST(sum(size) AS TEXT) AS size FROM list_sizes GROUP BY list ORDER BY list"

describe("An export of a PostgreSQL database", () => {
  it.scoped(
    "has every table or a reason why not, and the columns of SQLite, of the same kinds and in the same order",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        expect(yield* tablesOf(url)).toEqual(yield* tablesOfFile(yield* emptyFile))
        const tables = yield* query(
          url,
          "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
        )
        const named = [...archivedTables.map(({ name }) => name), ...Object.keys(leftOutTables)]
        expect(tables.map(({ name }) => name).sort()).toEqual(named.sort())
      })
  )

  it.scoped("is the same, byte for byte, on its way from SQLite and back, and of the same accounts", () =>
    Effect.gen(function* () {
      const text = sealed(nastyLines(ACCOUNTS))
      const [url, file] = [yield* emptyDatabase, yield* temporaryFile]
      yield* imported(url, text)
      expect((yield* exported(url)) === text).toBe(true)
      expect(yield* query(url, storedSizes)).toEqual(yield* query(url, listSizes))
      const without = yield* exported(url, false)
      yield* Sqlite.importAccounts(file, { read: bytesOf(text) })
      const back = (ledger: boolean) => textOf((options) => Sqlite.exportAccounts(file, { ...options, ledger }))
      expect((yield* back(true)) === text).toBe(true)
      expect((yield* back(false)) === without).toBe(true)
      const one = { ledger: false, organization: uuid(1) }
      const ofPostgres = yield* textOf((options) => exportAccounts({ url }, { ...options, ...one }))
      expect(ofPostgres).toBe(yield* textOf((options) => Sqlite.exportAccounts(file, { ...options, ...one })))
      expect(ofPostgres).toContain(`"name":"first_organization_id","value":"${uuid(1)}"`)
    })
  )
})

describe("An import into a PostgreSQL database", () => {
  it.scoped("leaves it in order: triggers count, and numbers go on from the highest", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const lines = nastyLines(3)
      yield* imported(url, sealed(lines))
      yield* Effect.provide(create("Further"), inDatabase(url))
      expect(yield* query(url, "SELECT id::int FROM api_keys ORDER BY id")).toEqual([1, 4, 7, 8].map((id) => ({ id })))
      expect(yield* query(url, "SELECT count(*)::int FROM key_secrets WHERE key_id = 8")).toEqual([{ count: 1 }])
      expect(yield* query(url, storedSizes)).toEqual(yield* query(url, listSizes))
      // It is not empty now.
      expect(yield* refusalOf(url, sealed(lines))).toEqual({ reason: "not_empty", table: "organizations" })
    })
  )

  it.scoped("stores all or nothing, also if a row in the middle is refused or the end is missing", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const lines = nastyLines(2)
      const before = yield* exported(url)
      const twice = lines.findLastIndex((line) => line.startsWith('{"table":"workspaces"'))
      const repeated = sealed(lines.flatMap((line, at) => (at === twice ? [line, line] : [line])))
      const unnamed = sealed(
        lines.map((line, at) => (at === twice ? line.replace(/"name":"[^"]*"/, '"name":""') : line))
      )
      const why = 'duplicate key value violates unique constraint "workspaces_pkey".'
      expect(yield* refusalOf(url, repeated)).toEqual({
        reason: "refused_row",
        line: twice + 2,
        table: "workspaces",
        why
      })
      expect(yield* refusalOf(url, unnamed)).toEqual({
        reason: "refused_row",
        line: twice + 1,
        table: "workspaces",
        why: 'new row for relation "workspaces" violates check constraint "workspaces_name_check".'
      })
      expect(yield* refusalOf(url, lines.join("\n"))).toEqual({ reason: "cut", line: lines.length })
      expect(yield* exported(url)).toBe(before)
      const disabled = "SELECT count(*)::int FROM pg_trigger WHERE tgenabled = 'D'"
      expect(yield* query(url, disabled)).toEqual([{ count: 0 }])
    })
  )

  it.scoped("needs the owner of the tables", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const role = `importing_${new URL(url).pathname.slice(6, 20)}`
      yield* query(
        url,
        `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}';
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`
      )
      yield* Effect.addFinalizer(() => query(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`))
      const asRole = url.replace("tollgate:", `${role}:`)
      expect(yield* refusalOf(asRole, sealed(nastyLines(1)))).toEqual({ reason: "not_owner" })
      expect((yield* exported(asRole)).split("\n")).toHaveLength(7)
    })
  )
})
