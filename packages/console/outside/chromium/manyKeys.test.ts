import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { run } from "../../../cli/test/harness/command.js"
import { browserOfFile, chromium } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const openedBrowser = browserOfFile()
const inBrowser = it.scopedLive.skipIf(chromium === null)

const COUNT = 10_000

const keyLine = (_: unknown, at: number) =>
  JSON.stringify({ secret_hash: createHash("sha256").update(String(at)).digest("hex"), name: `Key ${at}`, limit: 1 })

inBrowser(
  "10,000 keys are shown a page at a time, and one is found by its name",
  () =>
    Effect.gen(function* () {
      const { cwd, keys, page, server, violations } = yield* openConsole(yield* openedBrowser, ["--allow-import"])
      writeFileSync(join(cwd, "keys.ndjson"), Array.from({ length: COUNT }, keyLine).join("\n"))
      const imported = yield* Effect.promise(() =>
        run(["keys", "import", "keys.ndjson", "--url", server.origin, "--prefix", "sk-or-v1-"], {
          cwd,
          variables: { TOLLGATE_KEY: keys.MGMT_KEY }
        })
      )
      expect([imported.code, imported.stderr]).toEqual([0, ""])
      const { clicks, goesTo, sees, signsIn, types } = reader(page)
      yield* signsIn(keys.MGMT_KEY)
      yield* goesTo("#/keys")
      yield* sees("1–50 of 10,0")
      const rows = () => Effect.promise(() => page.$$eval("tbody tr", (rows) => rows.length))
      expect(yield* rows()).toBe(50)
      yield* clicks("Next")
      yield* sees("51–100 of 10,0")
      yield* types("Search", "Key 9876")
      yield* sees("1 key")
      expect(yield* rows()).toBe(1)
      expect(yield* violations).toEqual([])
    }),
  120_000
)
