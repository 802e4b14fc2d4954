import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import type { Browser } from "puppeteer-core"
import { run, serving } from "../../../cli/test/harness/command.js"
import { temporaryFolder } from "../../../cli/test/harness/temporaryFolder.js"
import { openPage } from "./openPage.js"

/** The keys of the demo account, by their names in the output of `tollgate demo`. */
export type DemoKeys = Readonly<
  Record<
    | "MGMT_KEY"
    | "MGMT_KEY_HASH"
    | "KEY_HASH"
    | "HOLD_ID"
    | "READ_ONLY_KEY"
    | "PLAIN_KEY"
    | "EXPIRED_KEY"
    | "GATEWAY_KEY",
    string
  >
>

/** The demo account in a file, made once for all tests of the process, and copied for each. */
let made: Promise<{ readonly folder: string; readonly keys: DemoKeys }> | null = null

const makeDemo = async () => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-demo-"))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const { code, stderr, stdout } = await run(["demo", "--json"], { cwd: folder })
  if (code !== 0) throw new Error(`tollgate demo has failed: ${stderr}`)
  return { folder, keys: JSON.parse(stdout) as DemoKeys }
}

/** A folder with the demo account in `tollgate.db`, and its keys. */
export const demoFolder = Effect.gen(function* () {
  made ??= makeDemo()
  const { folder, keys } = yield* Effect.promise(() => made ?? makeDemo())
  const cwd = yield* temporaryFolder
  cpSync(folder, cwd, { recursive: true })
  return { cwd, keys }
})

/** A `tollgate serve` that stops and comes back at the same port. */
export const restartable = (cwd: string, flags: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    // The system chooses it at the first start.
    let port = "0"
    const log = flags.includes("--log") ? [] : ["--log", "none"]
    const outer = yield* Effect.scope
    let running: Scope.CloseableScope | null = null
    const start = Effect.gen(function* () {
      running = yield* Scope.fork(outer, outer.strategy)
      return yield* Scope.extend(serving([...log, "--port", port, ...flags], { cwd }), running)
    })
    const stop = Effect.suspend(() => (running === null ? Effect.void : Scope.close(running, Exit.void)))
    const { url, written } = yield* start
    port = new URL(url).port
    return { origin: new URL(url).origin, written, stop, start }
  })

/**
 * The console of a `tollgate serve` with the demo account, in a page of a browser. When the scope closes, the test fails if the page has
 * complained: see `openPage`.
 */
export const openConsole = (browser: Browser, flags: ReadonlyArray<string> = []) =>
  Effect.gen(function* () {
    const { cwd, keys } = yield* demoFolder
    const server = yield* restartable(cwd, flags)
    return { cwd, keys, server, ...(yield* openPage(browser, `${server.origin}/console`)) }
  })
