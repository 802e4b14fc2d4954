import { chmodSync, mkdirSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { run, type Settings } from "./harness/command.js"
import { withDatabase } from "./harness/database.js"
import { contents } from "./harness/folder.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const tollgate = (args: ReadonlyArray<string>, settings?: Settings) => Effect.promise(() => runHere(args, settings))
const started = (args: ReadonlyArray<string>, settings?: Settings) => Effect.promise(() => run(args, settings))

const wrong = [
  { flag: "host", value: "no such host", must: "a host name or an address of this machine" },
  { flag: "port", value: "65536", must: "a whole number from 0 to 65535, where 0 takes any free port" },
  { flag: "requests-per-minute", value: "1e3", must: "a whole number from 0 to 1000000, where 0 is no limit" },
  { flag: "port", value: "", must: "a whole number from 0 to 65535, where 0 takes any free port" },
  { flag: "master-key", value: "", must: "32 bytes as 64 hex digits or in base64" },
  { flag: "database", value: "", must: "the path of a file, or postgres://user:password@host:port/database" },
  ...[
    "mysql://u:secret@h/db",
    "postgress://u:secret@h/db",
    " postgres://u:secret@h/db",
    "file:///a.db",
    ":memory:"
  ].map((value) => ({
    flag: "database",
    value,
    must: "the path of a file, or postgres://user:password@host:port/database"
  })),
  { flag: "log", value: "loud", must: "none, error, warning, info or debug" }
].map((one) => ({ ...one, variable: `TOLLGATE_${one.flag.replaceAll("-", "_").toUpperCase()}` }))

describe.each(wrong)("$variable (or --$flag) as '$value'", ({ flag, must, value, variable }) => {
  it.scopedLive("is refused in one sentence that names it, with code 2, and nothing is created", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const refused = {
        code: 2,
        stdout: "",
        stderr: `${variable} (or --${flag}) ${value === "" ? "is empty and " : ""}must be ${must}.\n`
      }
      // Another program may have the port that is taken without either.
      const variables = { TOLLGATE_PORT: "0", [variable]: value }
      const byVariable = yield* tollgate(["serve"], { cwd, variables })
      const byFlag = yield* tollgate(["serve", `--${flag}`, value], { cwd, variables })
      expect(byVariable).toEqual(refused)
      expect(byFlag).toEqual(refused)
      expect(contents(cwd)).toEqual({})
    })
  )
})

const newDatabase = async (file: string, masterKey?: string) => {
  const gate = await Tollgate.open({ file, ...(masterKey === undefined ? {} : { masterKey }) })
  await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
  await gate.close()
}

const beside = async (file: string, make: () => void) => {
  await newDatabase(file)
  make()
}

const database = (words: string) => (file: string) => `The database ${file} ${words}\n`
const keyFile = (words: string) => (file: string) => `The master key file ${file}.key ${words}\n`
const WRONG_KEY = "5".repeat(64)

/** What makes a database unusable, and what is said about it. */
const unusable: ReadonlyArray<{
  readonly name: string
  readonly prepare: (file: string) => unknown
  readonly said: (file: string) => string
  readonly masterKey?: string
  readonly code?: number
}> = [
  {
    name: "a file that is no SQLite database",
    prepare: (file) => beside(file, () => writeFileSync(file, "a diary\n".repeat(100))),
    said: database("is not an SQLite database. Name another file.")
  },
  {
    name: "an empty file",
    prepare: (file) => beside(file, () => truncateSync(file, 0)),
    said: database(
      "is empty, so it is not a database. Restore it from a backup. If it never held anything, delete it and start again."
    )
  },
  {
    name: "a file cut short",
    prepare: (file) => beside(file, () => truncateSync(file, 5000)),
    said: database("is damaged or truncated. Restore it from a backup. Cause: page 2 of PAGES is missing.")
  },
  {
    name: "a folder",
    prepare: (file) =>
      beside(file, () => {
        rmSync(file)
        mkdirSync(file)
      }),
    said: database("is not a regular file. Name a file.")
  },
  {
    name: "another application's database",
    prepare: (file) =>
      beside(file, () => {
        rmSync(file)
        withDatabase(file, (other) => other.exec("CREATE TABLE recipes (name TEXT)"))
      }),
    said: database("is a database of another application. Name another file.")
  },
  {
    name: "a database without its key file",
    prepare: (file) => beside(file, () => rmSync(`${file}.key`)),
    said: keyFile(
      "does not exist, but its database does. Put the key back: a new key cannot open the stored secrets. If it is lost, `tollgate vault abandon` gives them up."
    )
  },
  {
    name: "a key file that others may read",
    prepare: (file) => beside(file, () => chmodSync(`${file}.key`, 0o644)),
    said: keyFile("is readable by users other than its owner. Restrict it: chmod 600.")
  },
  {
    name: "a key file that holds no key",
    prepare: (file) => beside(file, () => writeFileSync(`${file}.key`, "secret\n")),
    said: keyFile("does not contain 64 hex digits in each line: line 1 has 6 characters. Put the right key there.")
  },
  {
    name: "another master key",
    prepare: (file) => newDatabase(file, "4".repeat(64)),
    masterKey: WRONG_KEY,
    said: database(
      "holds secrets sealed with another master key. Start with the key that it was created with. If that is lost, `tollgate vault abandon` gives up the secrets."
    )
  },
  {
    name: "a malformed master key",
    prepare: (file) => newDatabase(file, "4".repeat(64)),
    masterKey: "4".repeat(63),
    code: 2,
    said: () => "TOLLGATE_MASTER_KEY (or --master-key) must be 32 bytes as 64 hex digits or in base64.\n"
  }
]

describe.each(unusable)("$name", ({ code = 1, masterKey, prepare, said }) => {
  it.scopedLive("is refused in one sentence, and left as it was", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const file = join(cwd, "tollgate.db")
      yield* Effect.promise(async () => prepare(file))
      const before = contents(cwd)
      const variables = masterKey === undefined ? {} : { TOLLGATE_MASTER_KEY: masterKey }
      const commands = [["serve", "--port", "0"], ["init"]]
      const ended = yield* Effect.forEach(commands, (args) => tollgate(args, { cwd, variables }))
      // The number of pages grows with the schema.
      const told = ended.map((one) => ({ ...one, stderr: one.stderr.replace(/(?<=page 2 of )\d+/, "PAGES") }))
      for (const one of told) expect(one).toEqual({ code, stdout: "", stderr: said(file) })
      expect(contents(cwd)).toEqual(before)
    })
  )
})

describe("a place where nothing can be created", () => {
  it.scopedLive("is refused in one sentence, and stays as it was", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      writeFileSync(join(cwd, "file"), "mine")
      const before = contents(cwd)
      // No user can create a file in /proc, not even root.
      const files = [join(cwd, "file", "tollgate.db"), join(cwd, "no", "such", "tollgate.db"), "/proc/tollgate.db"]
      const tried = files.flatMap((file) =>
        [{}, { TOLLGATE_MASTER_KEY: WRONG_KEY }].map((variables) => ({ file, variables }))
      )
      const ended = yield* Effect.forEach(tried, ({ file, variables }) =>
        tollgate(["serve", "--port", "0", "--database", file], { variables })
      )
      for (const [i, { code, stderr, stdout }] of ended.entries()) {
        expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
        expect(stderr).toMatch(/^The (database|master key file) \S+ [^\n]+\.\n$/)
        expect(stderr).toContain(tried[i]?.file)
      }
      expect(contents(cwd)).toEqual(before)
    })
  )
})

describe("a port in use", () => {
  it.scopedLive("is refused before anything is created", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const taken = yield* Effect.acquireRelease(
        Effect.promise(
          () =>
            new Promise<ReturnType<typeof createServer>>((resolve) => {
              const server = createServer().listen(0, "127.0.0.1", () => resolve(server))
            })
        ),
        (server) => Effect.sync(() => server.close())
      )
      const address = taken.address()
      const port = typeof address === "object" && address !== null ? String(address.port) : ""
      expect(yield* tollgate(["serve", "--port", port], { cwd })).toEqual({
        code: 1,
        stdout: "",
        stderr: `Cannot listen on 127.0.0.1:${port}: the port is in use. Choose another port with --port or TOLLGATE_PORT.\n`
      })
      expect(contents(cwd)).toEqual({})
    })
  )
})

describe("serve, as a process", () => {
  it.scopedLive("refuses a setting from its environment with code 2, and a database with code 1", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const file = join(cwd, "tollgate.db")
      yield* Effect.promise(() => newDatabase(file, "4".repeat(64)))
      const before = contents(cwd)
      const [setting, database] = yield* Effect.all(
        [
          started(["serve"], { cwd, variables: { TOLLGATE_PORT: "0", TOLLGATE_LOG: "loud" } }),
          started(["serve"], { cwd, variables: { TOLLGATE_PORT: "0", TOLLGATE_MASTER_KEY: WRONG_KEY } })
        ],
        { concurrency: 2 }
      )
      const levels = "TOLLGATE_LOG (or --log) must be none, error, warning, info or debug.\n"
      expect(setting).toEqual({ code: 2, stdout: "", stderr: levels })
      const sealed =
        "holds secrets sealed with another master key. Start with the key that it was created with. If that is lost, `tollgate vault abandon` gives up the secrets.\n"
      expect(database).toEqual({ code: 1, stdout: "", stderr: `The database ${file} ${sealed}` })
      expect(contents(cwd)).toEqual(before)
    })
  )
})

describe("a PostgreSQL database that is away", () => {
  it.live.each(["disable", "require"])("is refused in one sentence, with sslmode=%s too", (mode) =>
    Effect.gen(function* () {
      const database = `postgres://me:secret@127.0.0.1:1/accounts?sslmode=${mode}`
      const variables = { TOLLGATE_DATABASE: database, TOLLGATE_MASTER_KEY: WRONG_KEY }
      expect(yield* tollgate(["serve", "--port", "0"], { variables })).toEqual({
        code: 1,
        stdout: "",
        stderr: "The database 127.0.0.1:1/accounts cannot be reached. Start PostgreSQL, or correct the address.\n"
      })
    })
  )
})

describe("init", () => {
  it.scopedLive("makes a database and prints its key, once", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const first = yield* tollgate(["init"], { cwd })
      expect(first).toMatchObject({ code: 0, stderr: "" })
      expect(first.stdout).toMatch(/^Organization {4}[0-9a-f-]{36}\nManagement key {2}tg_mk_[0-9A-Za-z]{49}\n/)
      const before = contents(cwd)
      expect(Object.keys(before)).toEqual(["tollgate.db", "tollgate.db.key"])
      const sentence =
        "The database ./tollgate.db already has an organization. Nothing was changed. Name another database.\n"
      expect(yield* tollgate(["init"], { cwd })).toEqual({ code: 1, stdout: "", stderr: sentence })
      expect(contents(cwd)).toEqual(before)
    })
  )
})
