import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedDatabase } from "../../postgres/test/support/databases.js"
import { run as runProcess } from "./harness/command.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const nameOf = (url: string) => `${new URL(url).host}${new URL(url).pathname}`

/** The files of two organizations that have everything, and their keys: made once, because that takes longer than most tests. */
const filled = Effect.runSync(
  Effect.cached(
    Effect.scoped(
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const { stdout } = yield* Effect.promise(() =>
          runHere(["demo", "--json", "--database", "tollgate.db"], { cwd })
        )
        const vars: Readonly<Record<string, string>> = JSON.parse(stdout)
        return {
          vars,
          files: ["tollgate.db", "tollgate.db.key"].map((name) => [name, readFileSync(join(cwd, name))] as const)
        }
      })
    )
  )
)

/** A folder with them, and the command in it. */
const demo = Effect.gen(function* () {
  const { files, vars } = yield* filled
  const cwd = yield* temporaryFolder
  const path = (name: string) => join(cwd, name)
  for (const [name, bytes] of files) writeFileSync(path(name), bytes, { mode: 0o600 })
  const run = (args: ReadonlyArray<string>, variables: Record<string, string> = {}, input = "") =>
    Effect.promise(() => runHere(args, { cwd, variables, input }))
  return { cwd, path, run, vars, text: (name: string) => readFileSync(path(name), "utf8") }
})

/** Lets standard error be a terminal, for the time of a scope. */
const onTerminal = Effect.acquireRelease(
  Effect.sync(() => {
    const before = Object.getOwnPropertyDescriptor(process.stderr, "isTTY")
    Object.defineProperty(process.stderr, "isTTY", { value: true, configurable: true })
    return before
  }),
  (before) =>
    Effect.sync(() => {
      if (before === undefined) Reflect.deleteProperty(process.stderr, "isTTY")
      else Object.defineProperty(process.stderr, "isTTY", before)
    })
)

const said = (stdout: string) => ({ code: 0, stdout, stderr: "" })
const refused = (stderr: string) => ({ code: 1, stdout: "", stderr })
const rowsOf = (text: string) => text.split("\n").length - 3

const keep = (key: string) => `Keep ${key} too, in another place: without it, no credential of the export can be read.`

describe("export and import", () => {
  it.scopedLive("move all accounts from a file to PostgreSQL and back, and each export has the same bytes", () =>
    Effect.gen(function* () {
      const { path, run, text } = yield* demo
      const postgres = yield* migratedDatabase
      const variables = { TOLLGATE_MASTER_KEY: text("tollgate.db.key").trim() }
      const databases = [["tollgate.db", {}] as const, [postgres, variables] as const, ["back.db", {}] as const]

      expect((yield* run(["export", "first.ndjson", "--ledger"])).code).toBe(0)
      const first = text("first.ndjson")
      const rows = rowsOf(first)
      expect(statSync(path("first.ndjson")).mode & 0o777).toBe(0o600)
      const toPostgres = yield* run(["import", "first.ndjson", "--database", postgres], variables)
      expect(toPostgres).toEqual(
        said(`Imported ${rows} rows into ${nameOf(postgres)}. It opens with the given master key.\n`)
      )
      expect(yield* run(["export", "second.ndjson", "--ledger", "--database", postgres])).toEqual(
        said(
          `Exported ${nameOf(postgres)} to second.ndjson: ${rows} rows, with the ledger. Keep its master key too, in another place: without it, no credential of the export can be read.\n`
        )
      )
      expect(text("second.ndjson") === first).toBe(true)
      copyFileSync(path("tollgate.db.key"), path("back.db.key"))
      expect(yield* run(["import", "second.ndjson", "--database", "back.db"])).toEqual(
        said(`Imported ${rows} rows into back.db. It opens with the given master key.\n`)
      )
      yield* run(["export", "third.ndjson", "--ledger", "--database", "back.db"])
      expect(text("third.ndjson") === first).toBe(true)

      // What the commands say of the three is the same, too.
      const [{ organization_id: id } = { organization_id: "" }] = first
        .split("\n")
        .filter((line) => line.startsWith('{"table":"workspaces"'))
        .map((line): { readonly organization_id: string } => JSON.parse(line).row)
      const lists = [
        ["verify"],
        ["audit", "verify"],
        ["audit", "head"],
        ...["keys", "byok", "guardrails"].map((resource) => [
          ...[resource, "list", "--all", "--json"],
          ...["--organization", id]
        ]),
        ["holds", "list"]
      ]
      for (const list of lists) {
        const [source, ...copies] = yield* Effect.forEach(databases, ([database, variables]) =>
          run([...list, "--database", database], variables)
        )
        expect(source).toMatchObject({ code: 0, stderr: "" })
        for (const copy of copies) expect(copy).toEqual(source)
      }
      expect((yield* run(["verify", "--database", "back.db"])).stdout).toMatch(/^0 differences: \d+ scopes, [1-9]/)
    })
  )

  it.scopedLive("without the ledger, turn what was spent into balances, and say what is left out", () =>
    Effect.gen(function* () {
      const { path, run, text } = yield* demo
      const all = yield* run(["export", "-", "--ledger"])
      expect(all.stderr).toBe(
        `Exported ./tollgate.db: ${rowsOf(all.stdout)} rows, with the ledger. ${keep(path("tollgate.db.key"))}\n`
      )
      const { stderr, stdout } = yield* run(["export"])
      expect(stderr).toMatch(
        /^Exported \.\/tollgate\.db: \d+ rows, without the ledger\. .*\nLeft out, with the amounts that they set aside: 3 open holds and 2 with an unknown outcome\. `--ledger` exports them\.\n$/
      )
      expect(yield* run(["import", "-", "--database", "new.db"], {}, stdout)).toEqual(
        said(
          `Imported ${rowsOf(stdout)} rows into new.db. It needs the master key that it was created with: put that key at ${path("new.db.key")} or in TOLLGATE_MASTER_KEY. If it is lost, \`tollgate vault abandon\` gives up the secrets.\n`
        )
      )
      const masterKey = { TOLLGATE_MASTER_KEY: text("tollgate.db.key").trim() }
      expect((yield* run(["verify", "--database", "new.db"], masterKey)).stdout).toMatch(
        /^0 differences: \d+ scopes, 0 entries of the ledger\.\n$/
      )
      expect((yield* run(["export", "--database", "new.db"])).stdout === stdout).toBe(true)
      // It keeps when it ran last.
      expect((yield* run(["audit", "verify", "--database", "new.db"], masterKey)).code).toBe(0)
    })
  )

  it.scopedLive("move one organization into a database of its own, with all that is its and nothing of others", () =>
    Effect.gen(function* () {
      const { path, run, text } = yield* demo
      copyFileSync(path("tollgate.db.key"), path("one.db.key"))
      const whole = (yield* run(["export"])).stdout
      const ids = [...whole.matchAll(/^\{"table":"organizations","row":\{"id":"([^"]+)"/gm)].map(([, id = ""]) => id)
      const [, second = ""] = ids
      expect((yield* run(["export", "one.ndjson", "--organization", second])).code).toBe(0)
      const one = text("one.ndjson")
      const lines = one.split("\n")
      expect(lines.filter((line) => line.startsWith('{"table":"organizations"'))).toHaveLength(1)
      for (const id of ids) expect(one.includes(id)).toBe(id === second)
      // Each line but those of the database itself is one of the whole.
      const own = lines.slice(1, -2).filter((line) => !line.startsWith('{"table":"tollgate_meta"'))
      expect(own.filter((line) => !whole.includes(`\n${line}\n`))).toEqual([])
      expect((yield* run(["import", "one.ndjson", "--database", "one.db"])).code).toBe(0)
      expect((yield* run(["export", "--database", "one.db"])).stdout).toBe(one)
      for (const check of [["verify"], ["audit", "verify"]]) {
        expect((yield* run([...check, "--database", "one.db"])).code).toBe(0)
      }
      const list = ["keys", "list", "--all", "--json"]
      const before = yield* run([...list, "--organization", second])
      // Open holds and those with an unknown outcome are a part of the ledger, which does not move.
      const stdout = before.stdout.replaceAll(/"(held|unknown)": [0-9.]+/g, '"$1": 0')
      expect(stdout).not.toBe(before.stdout)
      expect(yield* run([...list, "--database", "one.db"])).toEqual({ ...before, stdout })
      expect(yield* run(["export", "--organization", "nobody"])).toEqual(
        refused("The database has no organization with this id.\n")
      )
      expect(yield* run(["export", "--organization", second, "--ledger"])).toEqual({
        code: 2,
        stdout: "",
        stderr: "--organization cannot be combined with --ledger.\n"
      })
    })
  )

  it.scopedLive("have no key, no secret and no master key in them", () =>
    Effect.gen(function* () {
      const { run, text, vars } = yield* demo
      const { stdout } = yield* run(["export", "--ledger"])
      const secrets = ["MGMT_KEY", "PLAIN_KEY", "GATEWAY_KEY", "BYOK_SECRET", "OTHER_MGMT_KEY", "DISABLED_KEY"]
      for (const name of secrets) {
        expect(vars[name]).toMatch(/./)
        expect(stdout).not.toContain(vars[name])
      }
      expect(stdout).not.toContain(text("tollgate.db.key").trim())
    })
  )

  it.scopedLive("refuse what they would overwrite, what is not there, and what is not whole", () =>
    Effect.gen(function* () {
      const { cwd, path, run, text } = yield* demo
      writeFileSync(path("there.ndjson"), "mine")
      const before = readdirSync(cwd)
      expect(yield* run(["export", "there.ndjson"])).toEqual(
        refused("The file there.ndjson already exists and is not overwritten. Name another file.\n")
      )
      expect(yield* run(["export", "no/where.ndjson"])).toEqual(
        refused(
          "The file no/where.ndjson cannot be created: its directory does not exist. Create the directory first.\n"
        )
      )
      expect(yield* run(["export", "--database", "none.db"])).toEqual(
        refused(`The database ${path("none.db")} does not exist. Name an existing database.\n`)
      )
      expect(yield* run(["import", "none.ndjson", "--database", "new.db"])).toEqual(
        refused("The file none.ndjson cannot be read.\n")
      )
      expect(yield* run(["import", "there.ndjson", "--database", "new.db"])).toEqual(
        refused(
          "The first line is not that of an export. Name a file that `tollgate export` has made. Nothing was imported.\n"
        )
      )
      expect(text("there.ndjson")).toBe("mine")
      expect(readdirSync(cwd)).toEqual(before)
      const { stdout } = yield* run(["export"])
      expect(yield* run(["import", "-"], {}, stdout)).toEqual(
        refused(
          "The database is not empty: it has rows in organizations. Import into a new database. Nothing was imported.\n"
        )
      )
      const cut = stdout.slice(0, stdout.lastIndexOf("\n", stdout.length - 2) + 1)
      const { length } = cut.split("\n")
      expect(yield* run(["import", "-", "--database", "new.db"], {}, cut)).toEqual(
        refused(
          `The export is cut: it ends with line ${length - 1}, and its last line, the checksum with its line break, is not complete. Export again. Nothing was imported.\n`
        )
      )
      const other = { TOLLGATE_MASTER_KEY: "ab".repeat(32) }
      const { code, stderr } = yield* run(["import", "-", "--database", "new.db"], other, stdout)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^The export was made with the master key [0-9a-f]{16}, and the given one is /)
      })
      expect(readdirSync(cwd)).toEqual(before)
    })
  )

  it.scopedLive.skipIf(process.platform === "win32")("find their packages also if what they read is no file", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      // Its standard input is a socket, which cannot be opened by a name.
      const ended = yield* Effect.promise(() => runProcess(["import", "/dev/stdin", "--database", "new.db"], { cwd }))
      expect(ended).toEqual(refused("The file /dev/stdin cannot be read.\n"))
      expect(readdirSync(cwd)).toEqual([])
    })
  )

  it.scopedLive("show a bar on a terminal, whose line ends before a refusal", () =>
    Effect.gen(function* () {
      const { path, run, text } = yield* demo
      yield* run(["export", "whole.ndjson"])
      const lines = text("whole.ndjson").split("\n")
      writeFileSync(path("cut.ndjson"), lines.slice(0, 9).join("\n"))
      yield* onTerminal
      const full = `${"█".repeat(30)} 100 %\n`
      const exported = yield* run(["export", "again.ndjson"])
      expect(exported.stderr).toMatch(/^\rExporting [█▏▎▍▌▋▊▉]*░* +\d+ %\r/)
      expect(exported.stderr.split("\r").at(-1)).toBe(`Exporting ${full}`)
      const imported = yield* run(["import", "whole.ndjson", "--database", "new.db"])
      expect(imported.stderr.split("\r").at(-1)).toBe(`Importing ${full}`)
      const refusal = yield* run(["import", "cut.ndjson", "--database", "other.db"])
      expect(refusal.stderr).toBe(
        `\rImporting ${full}The export is cut: it ends with line 9, and its last line, the checksum with its line break, is not complete. Export again. Nothing was imported.\n`
      )
    })
  )
})
