import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { type Case, cases, NothingSelected, selectCases } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { LONG } from "../../../test/limits.js"
import { isNightly } from "../../../test/runs.js"
import { ownRun } from "../src/conformance/ownRun.js"
import { serving } from "./harness/command.js"
import { contents } from "./harness/folder.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"
import { webServers } from "./harness/webServers.js"

/** Raw bytes, which a host's server parses, and paths with dot segments, which `Request` resolves. */
const isRaw = ({ request, transport }: Case) => transport !== undefined || /(^|\/)\.{1,2}(\/|$)/.test(request.path)

const ordinary = new Map(cases.filter((one) => !isRaw(one)).map((one) => [one.name, one]))

/** Cases that need a connection: raw bytes, paths that `Request` resolves, and those that compare their answer with one of these. */
const needsConnection = ({ expect, name }: Case) =>
  !ordinary.has(name) || (expect.sameAs !== undefined && !ordinary.has(expect.sameAs))

const connected = cases.filter(needsConnection)

const skipped = connected
  .filter(({ transport }) => transport === "slow")
  .map(({ n, name, operationId }) => ({ n, operationId, name, reason: "slow" }))

describe("every case of the contract, except those that wait for time limits, over memory", () => {
  it.scopedLive(
    "is kept by the web handler, as far as a request can express it",
    () =>
      Effect.gen(function* () {
        const chosen = cases.filter((one) => !needsConnection(one))
        const { clock, ...servers } = webServers()
        const report = yield* Effect.withClock(ownRun(Memory.layer, { cases: chosen, slow: false }, servers), clock)
        expect(report).toEqual({ passed: chosen.length, failed: [], skipped: [] })
        expect(report.passed).toBeGreaterThan(1000)
      }),
    LONG
  )

  it.scopedLive(
    "is kept by the server, which gets the others",
    () =>
      Effect.gen(function* () {
        const models = new Set(connected.map(({ expect }) => expect.sameAs))
        const chosen = cases.filter((one) => needsConnection(one) || models.has(one.name))
        const report = yield* ownRun(Memory.layer, { cases: chosen, slow: false })
        expect(report).toEqual({ passed: chosen.length - skipped.length, failed: [], skipped })
        expect(connected.filter(({ transport }) => transport === undefined).length).toBeLessThan(10)
      }),
    LONG
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

/** A few of the cases by day, and all of them at night. The smoke test of `.ci/run` makes a full run by day. */
const chosen = (only: string) =>
  isNightly ? { args: [], asked: cases } : { args: ["--only", only], asked: Effect.runSync(selectCases(cases, only)) }

const settings = (cwd?: string) => (cwd === undefined ? {} : { cwd })

/** The command in this process. */
const here = (args: ReadonlyArray<string>, cwd?: string) => Effect.promise(() => runHere(args, settings(cwd)))

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
    "tests a server as `tollgate serve` starts it, by its database or by the placeholders that `demo --json` prints",
    () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const demo = yield* here(["demo", "--json"], cwd)
        writeFileSync(join(cwd, "vars.json"), demo.stdout)
        const { url } = yield* serving(["--log", "none", "--requests-per-minute", "0", "--serve-credentials"], { cwd })
        const targets = [
          { target: ["--url", url, "--database", "tollgate.db"], only: "deleteKey" },
          // Cases of every operation, with what only a host can prepare.
          { target: ["--url", url, "--vars", "vars.json"], only: "expired" }
        ]
        for (const { only, target } of targets) {
          const { args, asked } = chosen(only)
          const { code, stderr, stdout } = yield* here(["conformance", ...target, ...args], cwd)
          const { last, reasons, skips } = read(stdout)
          expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
          expect([...reasons].filter((reason) => !outOfReach.has(reason))).toEqual([])
          expect(last).toBe(`${asked.length - skips} passed, 0 failed, ${skips} skipped`)
          expect(skips).toBeLessThan(asked.length / 2)
        }

        const conformance = (...args: ReadonlyArray<string>) => here(["conformance", ...args], cwd)
        const none = yield* conformance("--url", url, "--database", "tollgate.db", "--only", "never finished")
        expect({ code: none.code, stderr: none.stderr }).toEqual({ code: 1, stderr: "No case was run.\n" })
        expect(read(none.stdout).last).toMatch(/^0 passed, 0 failed, [1-9]\d* skipped$/)

        writeFileSync(join(cwd, "foreign.json"), JSON.stringify({ MGMT_KEY: `tg_mk_${"a".repeat(49)}` }))
        expect(yield* conformance("--url", url, "--vars", "foreign.json")).toEqual({
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

  it.scopedLive("reports in one line that no server answers, and writes nothing", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      yield* here(["init"], cwd)
      const before = contents(cwd)
      const url = yield* unused
      const { code, stderr, stdout } = yield* here(["conformance", "--url", url, "--database", "tollgate.db"], cwd)
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
      const ended = yield* here(["conformance", "--only", "listImageModels"])
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

  it.scopedLive.each(refusals)(
    "is refused in one line with $flags, with code 2, and writes nothing",
    ({ flags, said }) =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
        expect(yield* here(["conformance", ...args], cwd)).toEqual({ code: 2, stdout: "", stderr: `${said}\n` })
        expect(contents(cwd)).toEqual({})
      })
  )
})
