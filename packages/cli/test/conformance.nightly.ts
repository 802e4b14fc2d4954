import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { cases } from "@tollgate/testing/conformance"
import { Effect } from "effect"
import { ownRun } from "../src/conformance/ownRun.js"
import { run, serving } from "./harness/command.js"
import { everyStorage, temporaryFolder } from "./harness/stores.js"

describe.each(everyStorage)("a server over $storage", ({ stores }) => {
  it.scopedLive("keeps every case of the contract, those that wait for time limits included", () =>
    Effect.gen(function* () {
      expect(yield* ownRun(stores, { slow: true })).toEqual({ passed: cases.length, failed: [], skipped: [] })
    })
  )
})

describe("the command", () => {
  it.scopedLive("waits for the rate limits of a server as `tollgate serve` starts it, and every case holds", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const tollgate = (...args: ReadonlyArray<string>) => Effect.promise(() => run(args, { cwd }))
      const demo = yield* tollgate("demo", "--json")
      writeFileSync(join(cwd, "vars.json"), demo.stdout)
      const { url } = yield* serving(["--log", "none"], { cwd })
      const { code, stderr, stdout } = yield* tollgate("conformance", "--url", url, "--vars", "vars.json")
      expect(code).toBe(0)
      expect(stdout).toMatch(/^[1-9]\d{3} passed, 0 failed, \d+ skipped$/m)
      expect(stderr).toMatch(
        /^(The server's rate limit is reached\. Continuing in \d+ s\. A server started with --requests-per-minute 0 has no limit\.\n)+$/
      )
    })
  )
})
