import { existsSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { cases, NothingSelected } from "@tollgate/testing/conformance"
import { Effect, Option } from "effect"
import { isNightly } from "../../../test/runs.js"
import { ownRun } from "../src/conformance/ownRun.js"
import { runCommand } from "../src/conformance/runCommand.js"
import { run, serving } from "./harness/command.js"
import { contents } from "./harness/folder.js"
import { temporaryFolder } from "./harness/stores.js"

const skipped = cases
  .filter(({ transport }) => transport === "slow")
  .map(({ n, name, operationId }) => ({ n, operationId, name, reason: "slow" }))

describe("a server over memory", () => {
  it.scopedLive("keeps every case of the contract, except those that wait for time limits", () =>
    Effect.gen(function* () {
      const report = yield* ownRun(Memory.layer, { slow: false })
      expect(report).toEqual({ passed: cases.length - skipped.length, failed: [], skipped })
      expect(report.passed).toBeGreaterThan(1000)
    })
  )
})

/** States that cannot be brought about, and logs that cannot be read, from outside of a server. */
const outOfReach = new Set([
  "SKIP slow",
  "SKIP no hook logs",
  "SKIP no setup fault:storage-down",
  "SKIP no setup isolate",
  "SKIP no setup rate-limit:2"
])

/** The reasons for which cases were left out, and the last line. */
const read = (stdout: string) => {
  const lines = stdout.trimEnd().split("\n")
  const reasons = new Set(lines.slice(0, -1).map((line) => `${line.slice(0, 4)} ${line.split(" | ")[2]}`))
  return { reasons, skips: lines.length - 1, last: lines.at(-1) }
}

/** The cases of one operation by day, and all of them at night. The smoke test of `.ci/run` makes a full run by day. */
const chosen = (operation: string) =>
  isNightly
    ? { args: [], asked: cases }
    : { args: ["--only", operation], asked: cases.filter(({ operationId }) => operationId === operation) }

const tollgate = (args: ReadonlyArray<string>, cwd?: string) =>
  Effect.promise(() => run(args, cwd === undefined ? {} : { cwd }))

type Flags = Readonly<Partial<Record<"url" | "vars" | "database" | "only" | "master-key", string>>>

/** An address without a server. */
const unused = Effect.promise(
  () =>
    new Promise<string>((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" ? address?.port : undefined
        server.close(() => resolve(`http://127.0.0.1:${port}/api/v1`))
      })
    })
)

describe("the command", () => {
  it.scopedLive(
    "tests a server as `tollgate serve` starts it, and refuses in one line what cannot be tested there",
    () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const { url } = yield* serving(["--log", "none"], { cwd })
        const conformance = (...args: ReadonlyArray<string>) => tollgate(["conformance", ...args], cwd)
        const target = ["--url", url, "--database", "tollgate.db"]

        const { args, asked } = chosen("updateKey")
        const { code, stderr, stdout } = yield* conformance(...target, ...args)
        const { last, reasons, skips } = read(stdout)
        expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
        expect([...reasons].filter((reason) => !outOfReach.has(reason))).toEqual([])
        expect(last).toBe(`${asked.length - skips} passed, 0 failed, ${skips} skipped`)
        expect(skips).toBeLessThan(asked.length / 2)

        const none = yield* conformance(...target, "--only", "never finished")
        expect({ code: none.code, stderr: none.stderr }).toEqual({ code: 1, stderr: "No case was run.\n" })
        expect(read(none.stdout).last).toMatch(/^0 passed, 0 failed, \d+ skipped$/)

        writeFileSync(join(cwd, "vars.json"), JSON.stringify({ MGMT_KEY: `tg_mk_${"a".repeat(49)}` }))
        expect(yield* conformance("--url", url, "--vars", "vars.json")).toEqual({
          code: 1,
          stdout: "",
          stderr: `The server at ${url} does not know MGMT_KEY: it must serve the database that the placeholders are from.\n`
        })

        const { origin } = new URL(url)
        expect(yield* conformance("--url", origin, "--database", "tollgate.db")).toEqual({
          code: 2,
          stdout: "",
          stderr: `The operations of this server are at ${url}: name that.\n`
        })
      })
  )

  it.scopedLive("tests a server with the placeholders that `tollgate demo --json` prints", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const demo = yield* tollgate(["demo", "--json"], cwd)
      writeFileSync(join(cwd, "vars.json"), demo.stdout)
      const { url } = yield* serving(["--log", "none", "--requests-per-minute", "0"], { cwd })
      const { args, asked } = chosen("exchangeCode")
      const target = ["--url", url, "--vars", "vars.json"]
      const { code, stderr, stdout } = yield* tollgate(["conformance", ...target, ...args], cwd)
      const { last, reasons, skips } = read(stdout)
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      expect([...reasons].filter((reason) => !outOfReach.has(reason))).toEqual([])
      expect(last).toBe(`${asked.length - skips} passed, 0 failed, ${skips} skipped`)
    })
  )

  it.scopedLive("reports in one line that no server answers, and writes nothing", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      yield* tollgate(["init"], cwd)
      const before = contents(cwd)
      const url = yield* unused
      const { code, stderr, stdout } = yield* tollgate(["conformance", "--url", url, "--database", "tollgate.db"], cwd)
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
      const { host } = new URL(url)
      expect(stderr).toBe(
        `No server answers at ${url}: connect ECONNREFUSED ${host}. Start it, or correct the address.\n`
      )
      expect(contents(cwd)).toEqual(before)
    })
  )

  it.live("tests the operation that is named by its id", () =>
    Effect.gen(function* () {
      const count = cases.filter(({ operationId }) => operationId === "listImageModels").length
      const ended = yield* tollgate(["conformance", "--only", "listImageModels"])
      expect(ended).toEqual({ code: 0, stdout: `${count} passed, 0 failed, 0 skipped\n`, stderr: "" })
    })
  )

  const URL_FORM =
    "The server's address must be like http://127.0.0.1:8787/api/v1: plain HTTP, without a user, a query or a fragment."
  const url = "http://127.0.0.1:1/api/v1"
  const vars = "v.json"
  const database = "a.db"
  const refusals: ReadonlyArray<{ readonly flags: Flags; readonly said: string }> = [
    {
      flags: { vars },
      said: "--vars and --database need --url, the server to check. Without all three, the command checks a server of its own."
    },
    { flags: { "master-key": "x" }, said: "--master-key needs --database, whose secrets it seals." },
    { flags: { url, vars }, said: "The placeholders in v.json cannot be read: there is no such file." },
    { flags: { url: "127.0.0.1:8787", database }, said: URL_FORM },
    { flags: { only: "zzz" }, said: new NothingSelected({ only: "zzz" }).message },
    {
      flags: { url },
      said: "--url needs --database, the database that the server serves, or --vars, a file such as `tollgate demo --json` prints."
    },
    {
      flags: { url, vars, database },
      said: "--database and --vars cannot be combined: the run creates its data in the database, or reads it from the file."
    },
    ...["https://127.0.0.1/api/v1", "http://me:secret@127.0.0.1/api/v1", "http://127.0.0.1/?key=secret"].map(
      (address) => ({
        flags: { url: address, database },
        said: URL_FORM
      })
    ),
    { flags: { only: "" }, said: new NothingSelected({ only: "" }).message }
  ]

  /** One refusal of each kind by day. The rest differ from these only in their message. */
  it.scopedLive.each(isNightly ? refusals : refusals.slice(0, 4))(
    "is refused in one line with $flags, with code 2",
    ({ flags, said }) =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
        expect(yield* tollgate(["conformance", ...args], cwd)).toEqual({ code: 2, stdout: "", stderr: `${said}\n` })
        expect(contents(cwd)).toEqual({})
      })
  )

  it.effect.each(refusals)("refuses $flags before it opens a database", ({ flags, said }) =>
    Effect.gen(function* () {
      const given = (name: keyof Flags) => Option.fromNullable(flags[name])
      const [url, vars, database, only] = [given("url"), given("vars"), given("database"), given("only")]
      const refusal = yield* Effect.flip(
        runCommand({ url, vars, database, only, masterKey: given("master-key"), slow: false })
      )
      expect(refusal.message).toBe(said)
      expect(existsSync(join(process.cwd(), "a.db"))).toBe(false)
    })
  )
})
