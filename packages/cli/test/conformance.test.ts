import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { cases, NothingSelected } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { ownRun } from "../src/conformance/ownRun.js"
import { run, serving } from "./harness/command.js"
import { everyStorage, temporaryFolder } from "./harness/stores.js"

const skipped = cases
  .filter(({ transport }) => transport === "slow")
  .map(({ n, name, operationId }) => ({ n, operationId, name, reason: "slow" }))

describe.each(everyStorage)("a server over $storage", ({ stores }) => {
  it.scopedLive("keeps every case of the contract, and leaves out only those that wait for time limits", () =>
    Effect.gen(function* () {
      const report = yield* ownRun(stores, { slow: false })
      expect(report).toEqual({ passed: cases.length - skipped.length, failed: [], skipped })
      expect(report.passed).toBeGreaterThan(1000)
    })
  )
})

/** What nobody can bring about, or look at, from outside of a server. */
const outOfReach = new Set([
  "SKIP slow",
  "SKIP no hook logs",
  "SKIP no setup fault:storage-down",
  "SKIP no setup isolate",
  "SKIP no setup rate-limit:2"
])

describe("the command", () => {
  it.scopedLive("asks a server that was started with `tollgate serve` on what `tollgate demo` has made", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const database = ["--database", join(folder, "tollgate.db")]
      const demo = yield* Effect.promise(() => run(["demo", "--json", ...database]))
      expect(demo).toMatchObject({ code: 0, stderr: "" })
      const vars = join(folder, "vars.json")
      writeFileSync(vars, demo.stdout)
      const { url } = yield* serving([...database, "--log", "none", "--requests-per-minute", "0"])
      const { code, stderr, stdout } = yield* Effect.promise(() => run(["conformance", "--url", url, "--vars", vars]))
      const lines = stdout.trimEnd().split("\n")
      const reasons = new Set(lines.slice(0, -1).map((line) => `${line.slice(0, 4)} ${line.split(" | ")[2]}`))
      expect({ code, stderr, reasons }).toEqual({ code: 0, stderr: "", reasons: outOfReach })
      const skips = lines.length - 1
      expect(lines.at(-1)).toBe(`${cases.length - skips} passed, 0 failed, ${skips} skipped`)
    })
  )

  it.live("asks about one operation, by its id", () =>
    Effect.gen(function* () {
      const count = cases.filter(({ operationId }) => operationId === "listImageModels").length
      const ended = yield* Effect.promise(() => run(["conformance", "--only", "listImageModels"]))
      expect(ended).toEqual({ code: 0, stdout: `${count} passed, 0 failed, 0 skipped\n`, stderr: "" })
    })
  )

  it.live("refuses a selection of nothing in one sentence", () =>
    Effect.gen(function* () {
      const { code, stderr, stdout } = yield* Effect.promise(() => run(["conformance", "--only", "getNothing"]))
      const { message } = new NothingSelected({ only: "getNothing" })
      expect({ code, stdout, said: stderr.trim() }).toEqual({ code: 2, stdout: "", said: message })
    })
  )
})
