import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { type Operation, operations } from "@tollgate/http"
import { cases, NothingSelected, selectCases } from "@tollgate/testing/conformance"
import { Effect, Option } from "effect"
import { LONG } from "../../../test/limits.js"
import { isNightly } from "../../../test/runs.js"
import { OUTSIDE } from "../../testing/test/watched.js"
import { ownRun } from "../src/conformance/ownRun.js"
import { Asked } from "./harness/asked.js"
import { allowsNull, callsOf, readsBefore } from "./harness/callsOf.js"
import { serving } from "./harness/command.js"
import { contents } from "./harness/folder.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"
import { webServers } from "./harness/webServers.js"

const connected = cases.filter(({ needs }) => needs !== undefined)

const skipped = connected
  .filter(({ needs }) => needs === "slow")
  .map(({ n, name, operationId }) => ({ n, operationId, name, reason: "slow" }))

const asked = new Asked()

describe("every case of the contract, except those that wait for time limits, over memory", () => {
  it.scopedLive(
    "is kept by the web handler, as far as a request can express it",
    () =>
      Effect.gen(function* () {
        const chosen = cases.filter(({ needs }) => needs === undefined)
        const { clock, ...servers } = webServers()
        const selection = { cases: chosen, slow: false, onRequest: asked.note }
        const report = yield* Effect.withClock(ownRun(Memory.layer, selection, servers), clock)
        expect(report).toEqual({ passed: chosen.length, failed: [], skipped: [] })
        expect(report.passed).toBeGreaterThan(1000)
      }),
    LONG
  )

  it.scopedLive(
    "is kept by the server, which gets the others",
    () =>
      Effect.gen(function* () {
        const report = yield* ownRun(Memory.layer, { cases: connected, slow: false, onRequest: asked.note })
        expect(report).toEqual({ passed: connected.length - skipped.length, failed: [], skipped })
      }),
    LONG
  )
})

/** Refusals of the protocol, which no operation lists: a malformed head, an unknown path, another method, the rate limit, and for a body its size and its type. */
const protocol = (operation: Operation) => [400, 404, 405, 429, ...(operation.takesBody ? [413, 415] : [])]

const expected = (operation: Operation) => {
  const statuses = new Set([...operation.statuses, ...protocol(operation)])
  // Gateway keys have no limit per minute. The bound on requests in flight has a test of its own.
  if (operation.perMinute === null && !operation.refuses.includes("TooManyInFlight")) statuses.delete(429)
  return [...statuses].sort((a, b) => a - b)
}

/** Whether an ordinary key reads this status. */
const isAsRight = ({ access }: Operation, status: number) =>
  access.startsWith("any ") ? status < 300 : status === (access.endsWith("403") ? 403 : 401)

/** Something that has to be there, and what to do where it is not. */
const must = (holds: boolean, otherwise: string) => expect(holds, otherwise).toBe(true)

/** Operations whose path names something of the caller's own, which they create if it does not exist. */
const creatingByPath = new Set(["openRun", "stopRun"])

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  "in these runs, %s",
  (id, operation) => {
    // Where an operation's cases are written.
    const here = `packages/testing/src/conformance/${operation.resource}/${operation.name}.ts`

    it.each(expected(operation))("was expected to answer with status %i", (status) => {
      must(
        asked.of(id).some(({ expect }) => expect.status === status),
        `${id} has no case of status ${status}, which it may answer: write one in ${here}`
      )
    })

    it("was expected to answer with no status that it does not declare", () => {
      const odd = asked.of(id).filter(({ expect }) => !expected(operation).includes(expect.status))
      const named = new Set(odd.map(({ expect: { status }, name }) => `"${name}" expects ${status}`))
      must(
        odd.length === 0,
        `${[...named].join(", ")}: declare the status at the endpoint of ${id}, or correct the case in ${here}`
      )
    })

    it.runIf(operation.statuses.includes(400))("was refused for its input, not only for a malformed head", () => {
      must(
        asked.of(id).some(({ expect, sent }) => expect.status === 400 && sent.raw === undefined),
        `${id} declares 400, and no case of it is refused for what is asked: give \`about\` in ${here} an \`invalid\` input, or do not declare 400`
      )
    })

    it("was asked for a plain success", () => {
      must(
        asked.in(`${id}: the whole answer`).some(({ expect }) => expect.status < 300),
        `${id} has no plain success: ask the family \`general\` in ${here}`
      )
    })

    it.each(["Missing Authentication header", "Invalid credentials"])("refused a credential with: %s", (message) => {
      must(
        asked.of(id).some(({ expect }) => expect.status === 401 && expect.message === message),
        `${id} has no case whose refusal says "${message}": ask the family \`general\` in ${here}`
      )
    })

    it("told an ordinary key what its right says", () => {
      must(
        asked.in(`${id}: an ordinary key`).some(({ expect }) => isAsRight(operation, expect.status)),
        `${id} is for "${operation.access}", and no case with an ordinary key expects that status: use the family \`general\` in ${here}`
      )
    })

    it.runIf(operation.path.includes("{") && !creatingByPath.has(id))(
      "was asked for another organization's object like for none at all",
      () => {
        must(
          asked.in(`${id}: another organization's id`).some(({ expect }) => expect.status === 404),
          `${id} has no case of another organization's object: ask the family \`ids\` in ${here}`
        )
      }
    )
  }
)

describe.each(operations.filter(({ method }) => method === "PATCH"))("by these runs, $id", (operation) => {
  const { id, name, resource } = operation
  const file = `packages/testing/src/conformance/${resource}/${name}.ts`
  const bodies = () => new Map(asked.changesOf(id).map((one) => [String(one.sent.body), one.name]))

  it("reads and writes in one transaction, or only writes, by one act", async () => {
    let written = 0
    for (const [body, title] of bodies()) {
      // What names other objects has none in a new organization, and an empty object changes nothing.
      if (body === "{}" || /[0-9a-f]{8}-[0-9a-f]{4}-/.test(body)) continue
      const calls = await callsOf(operation, JSON.parse(body))
      const acts = readsBefore.has(name) ? calls.filter(({ isWrite }) => isWrite) : calls
      const transactions = new Set(acts.map(({ transaction }) => transaction))
      const writes = calls.some(({ isWrite }) => isWrite)
      written += Number(writes)
      // A patch of values that the record has only reads it.
      must(
        !writes || (transactions.size === 1 && (acts.length === 1 || !transactions.has(OUTSIDE))),
        `${title}: ${id} must change the record in one transaction.run, with what it reads before, but it called ${JSON.stringify(calls)}: correct the program ${name}`
      )
    }
    must(written > 0, `${id} has no case that changes something: write one in ${file}`)
  })

  it("changes nothing by an empty object", async () => {
    const writes = (await callsOf(operation, {})).filter(({ isWrite }) => isWrite)
    must(
      writes.length === 0,
      `${id} writes when the object is empty: ${JSON.stringify(writes)}. Correct the program ${name}`
    )
    must(
      asked.in(`${id}: the whole answer`).some(({ sent }) => sent.body === "{}"),
      `${id} has no case that an empty object changes nothing: use \`patches\` in ${file}`
    )
  })

  it.runIf(Option.exists(operation.endpoint.payloadSchema, ({ ast }) => allowsNull(ast)))("clears by null", () => {
    must(
      [...bodies().keys()].some((body) => /:\s*null\b/.test(body)),
      `${id} has no case that null clears a field: write one in ${file}`
    )
  })

  it("refuses unknown fields", () => {
    must(
      cases.some((one) => one.operationId === id && one.name.includes("unknown field: ")),
      `${id} has no case with an unknown field: use \`patches\` in ${file}`
    )
  })
})

/** States that cannot be brought about, and logs that cannot be read, from outside of a server. */
const outOfReach = new Set([
  "SKIP slow",
  "SKIP no log",
  "SKIP no server whose storage fails",
  "SKIP no server of its own",
  "SKIP no server with a rate limit"
])

/** The reasons for which cases were left out, and the last line. */
const read = (stdout: string) => {
  const lines = stdout.trimEnd().split("\n")
  const reasons = new Set(lines.slice(0, -1).map((line) => `${line.slice(0, 4)} ${line.split(" | ")[2]}`))
  return { reasons, skips: lines.length - 1, last: lines.at(-1) }
}

/** A few of the cases by day, and all of them at night. The smoke test of `.ci/run` makes a full run by day. */
const chosen = (only: string) =>
  isNightly
    ? { args: [], selected: cases }
    : { args: ["--only", only], selected: Effect.runSync(selectCases(cases, only)) }

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
    "tests a server as `tollgate serve` starts it, by its database or by the account that `demo --json` prints",
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
          const { args, selected } = chosen(only)
          const { code, stderr, stdout } = yield* here(["conformance", ...target, ...args], cwd)
          const { last, reasons, skips } = read(stdout)
          expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
          expect([...reasons].filter((reason) => !outOfReach.has(reason))).toEqual([])
          expect(last).toBe(`${selected.length - skips} passed, 0 failed, ${skips} skipped`)
          expect(skips).toBeLessThan(selected.length / 2)
        }

        const conformance = (...args: ReadonlyArray<string>) => here(["conformance", ...args], cwd)
        const none = yield* conformance("--url", url, "--database", "tollgate.db", "--only", "never finished")
        expect({ code: none.code, stderr: none.stderr }).toEqual({ code: 1, stderr: "No case was run.\n" })
        expect(read(none.stdout).last).toMatch(/^0 passed, 0 failed, [1-9]\d* skipped$/)

        writeFileSync(join(cwd, "foreign.json"), JSON.stringify({ MGMT_KEY: `tg_mk_${"a".repeat(49)}` }))
        expect(yield* conformance("--url", url, "--vars", "foreign.json")).toEqual({
          code: 1,
          stdout: "",
          stderr: `The server at ${url} does not know MGMT_KEY: it must serve the database that the account is of.\n`
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
    { flags: { url, vars }, said: "The account in v.json cannot be read: there is no such file." },
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
