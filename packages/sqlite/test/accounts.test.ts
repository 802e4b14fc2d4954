import { existsSync, readdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { exportAccounts, importAccounts } from "@tollgate/sqlite"
import { Cause, Effect } from "effect"
import { runs } from "../../../test/runs.js"
import { listSizes } from "../../cli/test/harness/listSizes.js"
import { archivedTables, leftOutTables } from "../../sql/dist/archive/archivedTables.js"
import { bytesOf, textOf } from "../../sql/test/support/exports.js"
import { nastyLines, sealed } from "../../sql/test/support/nastyExport.js"
import { connect, emptyFile, inFile, tablesOf, temporaryFile } from "./support/files.js"
import { create } from "./support/organizations.js"

const exported = (file: string, ledger = true) => textOf((options) => exportAccounts(file, { ...options, ledger }))
const imported = (file: string, text: string) => importAccounts(file, { read: bytesOf(text) })
const refusalOf = (file: string, text: string) =>
  Effect.map(Effect.flip(imported(file, text)), (refused) => ("refusal" in refused ? refused.refusal : refused.message))

/** More than one page, and more than one statement, of every table. */
const ACCOUNTS = runs(100, 600)

/** The sizes of the lists of all organizations together, as they are stored. */
const storedSizes = "SELECT list, CAST(sum(size) AS TEXT) AS size FROM list_sizes GROUP BY list ORDER BY list"

describe("An export of an SQLite file", () => {
  it.scoped("has every column of every table, or a reason why not", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const database = yield* connect(file)
      const columns = database.all<{ readonly table: string; readonly name: string }>(
        `SELECT t.name AS "table", c.name FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'`
      )
      const names = columns
        .filter(({ table }) => !(table in leftOutTables))
        .map(({ name, table }) => `${table} ${name}`)
      const exportedOnes = (yield* tablesOf(file)).flatMap(({ columns, name: table }) =>
        columns.map(({ name }) => `${table} ${name}`)
      )
      expect(exportedOnes.sort(), "add what is missing to archivedTables.ts, with a reason if it is left out").toEqual(
        names.sort()
      )
      const tables = new Set(columns.map(({ table }) => table))
      expect(Object.keys(leftOutTables).filter((name) => !tables.has(name))).toEqual([])
      // What stands by hand names columns of the table.
      const unknown = archivedTables.flatMap(
        ({ after = {}, amounts = [], name: table, ofOrganization, withoutLedger }) =>
          [...amounts, ...Object.keys({ ...ofOrganization, ...withoutLedger })]
            .concat(Object.entries(after).flatMap(([name, before]) => [name, before ?? name]))
            .map((name) => `${table} ${name}`)
            .filter((name) => !names.includes(name))
      )
      expect(unknown).toEqual([])
      // Each name of an order is one of a unique index.
      const unique = archivedTables.filter(({ key, name }) => {
        const indexes = database.all<{ readonly keys: string }>(
          `SELECT group_concat(c.name) AS keys FROM pragma_index_list('${name}') AS i JOIN pragma_index_info(i.name) AS c
WHERE i."unique" GROUP BY i.name`
        )
        const [primary] = database.all<{ readonly keys: string }>(
          `SELECT group_concat(name) AS keys FROM (SELECT name FROM pragma_table_info('${name}') WHERE pk > 0 ORDER BY pk)`
        )
        return ![...indexes, primary].some((index) => index?.keys === key.join(","))
      })
      expect(unique).toEqual([])
    })
  )

  it.scoped("is the same, byte for byte, after its import into a new file", () =>
    Effect.gen(function* () {
      const text = sealed(nastyLines(ACCOUNTS))
      const [first, second] = [yield* temporaryFile, yield* temporaryFile]
      expect(yield* imported(first, text)).toEqual({ rows: text.split("\n").length - 3, masterKey: "none" })
      expect(statSync(first).mode & 0o777).toBe(0o600)
      expect(readdirSync(dirname(first))).toEqual(["tollgate.db"])
      expect((yield* exported(first)) === text).toBe(true)
      const database = yield* connect(first)
      expect(database.all(storedSizes)).toEqual(database.all(listSizes))
      // Without the ledger, all that is left of it is a balance, and that stays.
      const without = yield* exported(first, false)
      expect(without).not.toContain("spending_holds")
      yield* imported(second, without)
      expect((yield* exported(second, false)) === without).toBe(true)
    })
  )

  it.scoped("fails before it rounds an integer of a column that is not said to fill 64 bits", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* imported(file, sealed(nastyLines(1)))
      const database = yield* connect(file)
      database.exec("UPDATE spending_scopes SET day = 9007199254740993")
      const cause = yield* Effect.flip(Effect.sandbox(exported(file)))
      expect(Cause.pretty(cause)).toContain("JSON would round the integer 9007199254740993")
    })
  )

  it.scoped("is the same in a file that was there, empty, and that a server opens then", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const text = sealed(nastyLines(1))
      yield* imported(file, text)
      expect(yield* exported(file)).toBe(text)
      yield* Effect.provide(create("Further"), inFile(file))
      const database = yield* connect(file)
      // Keys are numbered from the highest number on.
      expect(database.values("SELECT id FROM api_keys ORDER BY id")).toEqual([1, 2])
      expect(database.values("SELECT count(*) FROM key_secrets WHERE key_id = 1")).toEqual([1])
    })
  )
})

describe("An import into an SQLite file", () => {
  it.scoped("that has an account is refused, and changes nothing", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.provide(create("There"), inFile(file))
      const before = yield* exported(file)
      expect(yield* refusalOf(file, sealed(nastyLines(1)))).toEqual({ reason: "not_empty", table: "organizations" })
      expect(yield* exported(file)).toBe(before)
    })
  )

  it.scoped("stores all or nothing: what is refused leaves an empty file as it was, and creates none", () =>
    Effect.gen(function* () {
      const lines = nastyLines(2)
      const [file, absent] = [yield* emptyFile, join(dirname(yield* temporaryFile), "new.db")]
      const before = yield* exported(file)
      const twice = lines.findLastIndex((line) => line.startsWith('{"table":"workspaces"'))
      const repeated = sealed(lines.flatMap((line, at) => (at === twice ? [line, line] : [line])))
      const unnamed = sealed(
        lines.map((line, at) => (at === twice ? line.replace(/"name":"[^"]*"/, '"name":""') : line))
      )
      const orphaned = sealed(lines.filter((line) => !line.startsWith('{"table":"api_keys"')))
      const secret = lines.findIndex((line) => line.startsWith('{"table":"key_secrets"')) - 1
      const refused = (line: number, table: string, why: string) => ({ reason: "refused_row", line, table, why })
      const cases = [
        [
          repeated,
          refused(twice + 2, "workspaces", "UNIQUE constraint failed: workspaces.organization_id, workspaces.slug.")
        ],
        [unnamed, refused(twice + 1, "workspaces", "CHECK constraint failed: length(name) BETWEEN 1 AND 100.")],
        [orphaned, refused(secret, "key_secrets", "FOREIGN KEY constraint failed.")],
        [lines.join("\n"), { reason: "cut", line: lines.length }],
        [sealed(lines).replace('"role":"admin"', '"role":"member"'), { reason: "checksum" }],
        ["", { reason: "no_export" }]
      ] as const
      for (const [text, refusal] of cases) {
        expect(yield* refusalOf(file, text)).toEqual(refusal)
        expect(yield* refusalOf(absent, text)).toEqual(refusal)
      }
      expect(yield* exported(file)).toBe(before)
      expect(readdirSync(dirname(absent))).toEqual([])
      yield* imported(absent, sealed(lines))
      expect(existsSync(absent)).toBe(true)
    })
  )

  it.scoped("refuses an export of another master key than those that the database is used with, before its rows", () =>
    Effect.gen(function* () {
      const [header = "", ...rest] = nastyLines(1)
      const text = sealed([header.replace('"none"', '"0011223344556677"'), ...rest])
      const file = yield* temporaryFile
      const given = { read: bytesOf(text), masterKeys: ["8899aabbccddeeff"] }
      const refused = yield* Effect.flip(importAccounts(file, given))
      expect(refused.message).toBe(
        "The export was made with the master key 0011223344556677, and the given one is 8899aabbccddeeff. Its credentials open only with the former: give that one. Nothing was imported."
      )
      yield* importAccounts(file, { read: bytesOf(text), masterKeys: ["8899aabbccddeeff", "0011223344556677"] })
    })
  )
})
