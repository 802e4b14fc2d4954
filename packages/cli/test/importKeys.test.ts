import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { progressBar } from "../src/output/progressBar.js"
import { withDatabase } from "./harness/database.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex")
const keyOf = (secret: string, terms: object = {}) => ({ secret_hash: hashOf(secret), name: secret, ...terms })

const docs = readFileSync(new URL("../../../docs/operate.md", import.meta.url), "utf8")

/** What the docs show. */
const screen = [
  "Would import 2 keys in 1 batch: 0 of management, 1 disabled.",
  "Secrets that begin with sk-or-v1- are looked up then. Nothing was changed.",
  "Imported 2 keys in 1 batch: 0 of management, 1 disabled.",
  "Secrets that begin with sk-or-v1- are looked up from now on."
] as const

const fields = [
  ...[
    "secret_hash",
    "name",
    "limit",
    "limit_reset",
    "include_byok_in_limit",
    "max_in_flight",
    "expires_at",
    "creator_user_id"
  ],
  ...["workspace_id", "metadata", "external_id", "management", "label", "disabled"],
  ...["usage", "usage_daily", "usage_weekly", "usage_monthly"]
]

/** An initialized database in a folder, in which the commands run. */
const opened = Effect.gen(function* () {
  const cwd = yield* temporaryFolder
  const tollgate = (...args: ReadonlyArray<string>) => Effect.promise(() => runHere(args, { cwd }))
  yield* tollgate("init")
  const write = (name: string, lines: ReadonlyArray<unknown>) =>
    writeFileSync(
      join(cwd, name),
      lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")
    )
  const names = Effect.map(tollgate("keys", "list", "--json", "--sort", "name"), ({ stdout }) =>
    JSON.parse(stdout).data.map(({ name }: { readonly name: string }) => name)
  )
  return { file: join(cwd, "tollgate.db"), names, tollgate, write }
})

const done = (...lines: ReadonlyArray<string>) => ({ code: 0, stderr: "", stdout: [...lines, ""].join("\n") })
const refused = (...lines: ReadonlyArray<string>) => ({ code: 1, stderr: [...lines, ""].join("\n"), stdout: "" })

describe("keys import", () => {
  it.scopedLive("imports the keys of a file, after a dry run that changes nothing", () =>
    Effect.gen(function* () {
      const { names, tollgate, write } = yield* opened
      const before = yield* names
      write("keys.ndjson", [
        keyOf("sk-or-v1-alice", { limit: 5, limit_reset: "weekly", usage: 12.5, usage_weekly: 3, usage_monthly: 3 }),
        "",
        keyOf("sk-or-v1-bob", { disabled: true })
      ])
      const run = ["keys", "import", "keys.ndjson", "--prefix", "sk-or-v1-"]
      const [dry, then, imported, now] = screen
      expect(yield* tollgate(...run, "--dry-run")).toEqual(done(dry, then))
      expect(yield* names).toEqual(before)
      expect(yield* tollgate(...run)).toEqual(done(imported, now))
      expect(yield* names).toEqual([...before, "sk-or-v1-alice", "sk-or-v1-bob"])
      const { data } = JSON.parse((yield* tollgate("keys", "list", "--json", "--sort", "name")).stdout)
      const alice = data.find(({ name }: { readonly name: string }) => name === "sk-or-v1-alice")
      expect(alice).toMatchObject({ usage: 12.5, usage_daily: 0, usage_weekly: 3, limit_remaining: 2 })
      expect(yield* tollgate("verify")).toMatchObject({ code: 0 })
      const shown = ["$ tollgate keys import keys.ndjson --prefix sk-or-v1- --dry-run", screen[0], screen[1], ""]
      const next = ["$ tollgate keys import keys.ndjson --prefix sk-or-v1-", screen[2], screen[3]]
      expect(docs).toContain([...shown, ...next].join("\n"))
      for (const [flag, would, end] of [
        ["--dry-run", "would be", "Nothing was changed."],
        ["--from-line=1", "were", "No key was imported."]
      ] as const) {
        expect(yield* tollgate(...run, flag)).toEqual(
          refused(
            `Lines 1 to 3 ${would} refused (hash_taken):`,
            "  line 1: secret_hash is in use already",
            "  line 3: secret_hash is in use already",
            end
          )
        )
      }
    })
  )

  it.scopedLive("imports nothing of a file with a line that is no key, and names the lines", () =>
    Effect.gen(function* () {
      const { names, tollgate, write } = yield* opened
      const before = yield* names
      write("keys.ndjson", [
        keyOf("a", { external_id: "one" }),
        "{",
        { name: "b", limit: -1, secret: "sk-or-v1-bob" },
        keyOf("a", { external_id: "one" }),
        { ...keyOf("c"), secret_hash: "sk-or-v1-carol" },
        keyOf("d", { usage: 1, usage_daily: 2 })
      ])
      expect(yield* tollgate("keys", "import", "keys.ndjson")).toEqual(
        refused(
          "The keys in keys.ndjson cannot be imported. Nothing was changed.",
          "  line 2: it is not JSON",
          `  line 3: secret must be one of the fields ${fields.map((field) => `"${field}"`).join(" | ")}`,
          "  line 3: secret_hash is required",
          "  line 3: limit must be a number between 0 and 1000000000, or null",
          "  line 4: secret_hash must be another one than that of line 1",
          "  line 4: external_id must be another one than that of line 1",
          "  line 5: secret_hash must be the SHA-256 of the secret in 64 lowercase hexadecimal digits",
          "  line 6: usage_daily must be an amount of at most usage_weekly and usage_monthly"
        )
      )
      expect(yield* names).toEqual(before)
      write("early.ndjson", [keyOf("a"), keyOf("b", { expires_at: "2020-01-01T00:00:00Z" })])
      expect(yield* tollgate("keys", "import", "early.ndjson")).toEqual(
        refused(
          "Lines 1 to 2 were refused (invalid_input):",
          "  line 2: expires_at must be a time in the future, or null",
          "No key was imported."
        )
      )
    })
  )

  it.scopedLive("imports batches of 1,000 keys, and goes on from a line after one was refused", () =>
    Effect.gen(function* () {
      const { tollgate, write } = yield* opened
      const lines = Array.from({ length: 1001 }, (_, at) => keyOf(`sk-${at}`))
      write("last.ndjson", lines.slice(1000))
      yield* tollgate("keys", "import", "last.ndjson", "--prefix", "sk-")
      write("keys.ndjson", lines)
      expect(yield* tollgate("keys", "import", "keys.ndjson", "--prefix", "sk-")).toEqual(
        refused(
          "Line 1001 was refused (hash_taken):",
          "  line 1001: secret_hash is in use already",
          "The 1,000 keys before were imported. Go on with --from-line 1001 after the correction."
        )
      )
      const taken = yield* tollgate("keys", "import", "keys.ndjson", "--prefix", "sk-")
      expect(taken.stderr.split("\n").slice(-5)).toEqual([
        "  line 19: secret_hash is in use already",
        "  line 20: secret_hash is in use already",
        "  and 980 more",
        "No key was imported.",
        ""
      ])
      write("keys.ndjson", [...lines.slice(0, 1000), keyOf("sk-new")])
      expect(yield* tollgate("keys", "import", "keys.ndjson", "--prefix", "sk-", "--from-line", "1001")).toEqual(
        done(
          "Imported 1 key in 1 batch: 0 of management, 0 disabled.",
          "Secrets that begin with sk- are looked up from now on."
        )
      )
    })
  )

  it.scopedLive("says how far it came if storage fails", () =>
    Effect.gen(function* () {
      const { file, tollgate, write } = yield* opened
      write("keys.ndjson", ["", ...Array.from({ length: 1001 }, (_, at) => keyOf(`${at}`))])
      withDatabase(file, (database) =>
        database.exec(`CREATE TRIGGER fails BEFORE INSERT ON api_keys WHEN NEW.name = '1000'
          BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
      )
      expect(yield* tollgate("keys", "import", "keys.ndjson")).toEqual(
        refused("1,000 keys were imported. Go on with --from-line 1002.", "Storage failed. Nothing was changed.")
      )
    })
  )

  it.scopedLive("says from which line to repeat if it is not known whether a batch was stored", () =>
    Effect.gen(function* () {
      const { file, tollgate, write } = yield* opened
      const lines = Array.from({ length: 1002 }, (_, at) => keyOf(`${at}`))
      const repeated = ["keys", "import", "keys.ndjson", "--from-line", "1001"]
      const failsAtCommit = (name: string) =>
        withDatabase(file, (database) =>
          database.exec(`CREATE TABLE late (of_none TEXT REFERENCES api_keys (hash) DEFERRABLE INITIALLY DEFERRED);
            CREATE TRIGGER fails BEFORE INSERT ON api_keys WHEN NEW.name = '${name}' BEGIN INSERT INTO late VALUES (''); END`)
        )
      const works = () => withDatabase(file, (database) => database.exec("DROP TRIGGER fails; DROP TABLE late"))
      write("keys.ndjson", lines)
      failsAtCommit("1001")
      expect(yield* tollgate("keys", "import", "keys.ndjson")).toEqual(
        refused(
          "1,000 keys were imported. Whether lines 1001 to 1002 were imported is not known. Repeat with --from-line 1001. " +
            "If these lines are refused because a secret_hash or an external_id is in use, they were imported: nothing is left to import.",
          "Storage failed. It is not known whether anything was changed."
        )
      )
      works()
      // It was not stored.
      expect((yield* tollgate(...repeated)).stdout).toContain("Imported 2 keys in 1 batch")
      // It was.
      expect((yield* tollgate(...repeated)).stderr).toBe(
        "Lines 1001 to 1002 were refused (hash_taken):\n  line 1001: secret_hash is in use already\n  line 1002: secret_hash is in use already\nNo key was imported.\n"
      )
    })
  )

  it.scopedLive("says from which line to repeat if a server takes a batch and does not answer", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      let asked = 0
      const server = createServer((request) => {
        asked++
        request.socket.destroy()
      })
      const port = yield* Effect.async<number>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(typeof address === "object" ? (address?.port ?? 0) : 0))
        })
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
      writeFileSync(join(cwd, "keys.ndjson"), `\n${JSON.stringify(keyOf("a"))}\n`)
      const args = ["keys", "import", "keys.ndjson", "--url", `http://127.0.0.1:${port}`]
      const run = Effect.promise(() => runHere(args, { cwd, variables: { TOLLGATE_KEY: "tg_mk_a" } }))
      const lost = (yield* run).stderr.split("\n")
      expect([asked, lost[0], lost.length]).toEqual([
        1,
        "Whether line 2 was imported is not known. Repeat with --from-line 2. If that line is refused because a secret_hash or an external_id is in use, it was imported: nothing is left to import.",
        3
      ])
      server.close()
      // What was not sent was not imported.
      expect((yield* run).stderr).toMatch(/^importKeys: The server did not answer \(ECONNREFUSED\)\. .+\n$/)
    })
  )

  it.scopedLive("says what to correct in its arguments and in the file", () =>
    Effect.gen(function* () {
      const { tollgate, write } = yield* opened
      write("keys.ndjson", [keyOf("a")])
      write("empty.ndjson", ["", " "])
      const said = (...args: ReadonlyArray<string>) =>
        Effect.map(tollgate("keys", "import", ...args), ({ code, stderr }) => ({ code, stderr: stderr.split("\n") }))
      const nothing = (file: string, why: string) => ({
        code: 1,
        stderr: [`The keys in ${file} cannot be imported. Nothing was changed.`, `  ${why}`, ""]
      })
      expect(yield* said("none.ndjson")).toEqual(nothing("none.ndjson", "The file does not exist."))
      expect(yield* said(".")).toEqual(nothing(".", "It is a folder."))
      if (process.platform !== "win32") {
        const why = "It is not a regular file, and it is read twice. Write its lines to a file, and name that one."
        expect(yield* said("/dev/null")).toEqual(nothing("/dev/null", why))
      }
      expect(yield* said("empty.ndjson")).toEqual(nothing("empty.ndjson", "It has no lines to import."))
      expect(yield* said("keys.ndjson", "--from-line", "0")).toEqual({
        code: 2,
        stderr: ["--from-line must be the number of a line, from 1.", ""]
      })
      expect(yield* said("keys.ndjson", "--prefix", "a b")).toEqual({
        code: 2,
        stderr: ["--prefix must be a text of 1 to 64 visible ASCII characters.", ""]
      })
      expect(yield* said("keys.ndjson", "--prefix", "tg_")).toEqual({
        code: 1,
        stderr: [
          "Line 1 was refused (invalid_input):",
          "  --prefix must be the beginning of another service's keys; keys of the form of this server's own need none",
          "No key was imported.",
          ""
        ]
      })
    })
  )
})

describe("the progress of an import", () => {
  it("is a bar on a terminal alone, written once for each percent", () => {
    const written = (isTTY: boolean) => {
      const texts: Array<string> = []
      const tell = progressBar("Importing", 4_000, { isTTY, write: (text) => texts.push(text) })
      for (const done of [1_000, 1_001, 2_000, 4_000]) tell(done)
      return texts
    }
    expect(written(true)).toEqual([
      `\rImporting ${"█".repeat(7)}▌${"░".repeat(22)}  25 %`,
      `\rImporting ${"█".repeat(15)}${"░".repeat(15)}  50 %`,
      `\rImporting ${"█".repeat(30)} 100 %\n`
    ])
    expect(written(false)).toEqual([])
  })
})
