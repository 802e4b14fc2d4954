import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isNightly, runs } from "../../../test/runs.js"
import { environment, program, serving } from "./harness/command.js"
import { runHere } from "./harness/here.js"
import { Wire } from "./harness/http.js"
import { hasFull, unread, withoutRoom } from "./harness/lostOutput.js"
import { temporaryFolder } from "./harness/stores.js"

const hasShell = spawnSync("sh", ["-c", "head -1 </dev/null"]).status === 0

const wired = Effect.acquireRelease(
  Effect.sync(() => new Wire()),
  (wire) => Effect.sync(() => wire.close())
)

describe("a server whose standard output and standard error are no longer read", () => {
  it.scopedLive("keeps answering, also behind SIGHUP, and exits with 0 on SIGTERM", () =>
    Effect.gen(function* () {
      const { child, ended, url } = yield* serving([], { cwd: yield* temporaryFolder })
      const wire = yield* wired
      // As when its terminal is closed: first the signal, and then the streams.
      if (process.platform !== "win32") for (let i = 0; i < 3; i++) child.kill("SIGHUP")
      for (let i = 0; i < 3; i++) {
        expect((yield* Effect.promise(() => wire.send(new URL("/healthz", url).href))).status).toBe(200)
      }
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
      yield* Effect.promise(() => Promise.all([child.stdout, child.stderr].map((stream) => stream && close(stream))))
      // Each of them is a line of the log.
      for (let i = 0; i < 5; i++) {
        expect((yield* Effect.promise(() => wire.send(`${url}/presets`))).status).toBe(401)
      }
      child.kill("SIGTERM")
      expect((yield* Effect.promise(() => ended)).code).toBe(0)
    })
  )

  it.scopedLive.skipIf(!hasShell)("goes on behind `2>&1 | head`", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      yield* Effect.promise(() => runHere(["init"], { cwd }))
      // The reader takes one line, the greeting, which names the port. The server's process says which one it is.
      const shell = `echo $$ >&3; exec "$@" 2>&1`
      const words = ["-c", `{ sh -c '${shell}' sh "$@"; } 3>&2 | { head -1; echo gone; }`, "sh"]
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn("sh", [...words, process.execPath, program, "serve", "--port", "0"], { cwd, env: environment({}) })
        ),
        (child) => Effect.promise(async () => child.exitCode ?? once(child, "exit"))
      )
      const heard = { stdout: "", pid: "" }
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        heard.stdout += text
      })
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        heard.pid += text
      })
      yield* Effect.promise(async () => {
        while (!heard.stdout.includes("gone")) await once(child.stdout, "data")
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => process.kill(Number(heard.pid), "SIGTERM")))
      const url = /Tollgate answers at (\S+?),/.exec(heard.stdout)?.[1] ?? ""
      const wire = yield* wired
      for (let i = 0; i < 5; i++) {
        expect((yield* Effect.promise(() => wire.send(`${url}/presets`))).status).toBe(401)
      }
    })
  )
})

describe("a server whose log is not read", () => {
  it.scopedLive("keeps a bounded part of it, goes on answering, and says then how much is lost", () =>
    Effect.gen(function* () {
      const { child, ended, url, written } = yield* serving([], { cwd: yield* temporaryFolder })
      child.stderr?.pause()
      const wire = yield* wired
      // Each of them is a line of a thousand letters, of which 1 MB waits for its reader.
      const address = `${url}${"/x".repeat(240)}`
      const count = runs(1_400, 3_000)
      const ask = Effect.promise(() => wire.send(address))
      const answers = yield* Effect.replicateEffect(ask, count, { concurrency: 50 })
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
      child.stderr?.resume()
      const lost = /^level=WARN message="log lines dropped" count=(\d+)$/m
      yield* Effect.promise(async () => {
        while (child.stderr !== null && !lost.test(written.stderr)) await once(child.stderr, "data")
      })
      child.kill("SIGTERM")
      const { code, stderr } = yield* Effect.promise(() => ended)
      expect(code).toBe(0)
      expect(stderr.length).toBeLessThan(2 * 1024 * 1024)
      expect(stderr.split("status=404").length - 1 + Number(lost.exec(stderr)?.[1])).toBe(count)
    })
  )
})

const close = async (stream: NonNullable<ReturnType<typeof spawn>["stdout"]>) => {
  const closed = once(stream, "close")
  stream.destroy()
  await closed
}

// The help is printed by the function that prints the version.
const printing = ["--version", ...(isNightly ? ["--help"] : []), "conformance --only listImageModels"]

describe.each(printing)("tollgate %s", (words) => {
  const args = words.split(" ")

  // By the same function after each command.
  it.scopedLive.skipIf(!isNightly && args[0] === "conformance")(
    "exits with 0, silently, when its output is not read",
    () =>
      Effect.gen(function* () {
        expect(yield* unread(args, yield* temporaryFolder)).toEqual({ code: 0, stderr: "" })
      })
  )

  it.scopedLive.skipIf(!hasFull)("says that its output had no room, and ends with 1", () =>
    Effect.gen(function* () {
      const stderr = "The output could not be written: the disk is full.\n"
      expect(yield* withoutRoom(args, yield* temporaryFolder)).toEqual({ code: 1, stderr })
    })
  )
})
