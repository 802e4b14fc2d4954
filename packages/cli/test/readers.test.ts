import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { environment, program, run, serving } from "./harness/command.js"
import { Wire } from "./harness/http.js"
import { temporaryFolder } from "./harness/stores.js"

const hasShell = spawnSync("sh", ["-c", "head -1 </dev/null"]).status === 0

const wired = Effect.acquireRelease(
  Effect.sync(() => new Wire()),
  (wire) => Effect.sync(() => wire.close())
)

describe("a server whose standard output and standard error nobody reads any more", () => {
  it.scopedLive("goes on answering, and stops with code 0 when it is told to", () =>
    Effect.gen(function* () {
      const { child, ended, url } = yield* serving([], { cwd: yield* temporaryFolder })
      const gone = Effect.promise(() =>
        Promise.all([child.stdout, child.stderr].map((stream) => stream && close(stream)))
      )
      yield* gone
      const wire = yield* wired
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
      yield* Effect.promise(() => run(["init"], { cwd }))
      // What is left of the pipe's reader is one line: the greeting, which names the port.
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

const close = async (stream: NonNullable<ReturnType<typeof spawn>["stdout"]>) => {
  const closed = once(stream, "close")
  stream.destroy()
  await closed
}

/** What a command leaves whose standard output is this descriptor, or a pipe that nobody reads any more. */
const ended = async (args: ReadonlyArray<string>, cwd: string, output: number | "unread") => {
  const stdio = ["ignore", output === "unread" ? "pipe" : output, "pipe"] as const
  const child = spawn(process.execPath, [program, ...args], { cwd, env: environment({}), stdio: [...stdio] })
  child.stdout?.destroy()
  const said = { stderr: "" }
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text
  })
  const [code] = await once(child, "close")
  return { code, stderr: said.stderr }
}

describe.each([["--version"], ["--help"], ["conformance", "--only", "listImageModels"]])(
  "tollgate %s %s %s",
  (...args) => {
    const words = args.filter((word) => word !== undefined)

    it.scopedLive("ends quietly with 1 where nobody reads what it was asked for", () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        expect(yield* Effect.promise(() => ended(words, cwd, "unread"))).toEqual({ code: 1, stderr: "" })
      })
    )

    it.scopedLive.skipIf(!existsSync("/dev/full"))("says that its output had no room, and ends with 1", () =>
      Effect.gen(function* () {
        const cwd = yield* temporaryFolder
        const full = yield* Effect.acquireRelease(
          Effect.sync(() => openSync("/dev/full", "w")),
          (descriptor) => Effect.sync(() => closeSync(descriptor))
        )
        expect(yield* Effect.promise(() => ended(words, cwd, full))).toEqual({
          code: 1,
          stderr: "The output could not be written: the disk is full.\n"
        })
      })
    )
  }
)

describe.skipIf(process.platform === "win32")("a server whose terminal is closed", () => {
  it.scopedLive("stops as it does with SIGTERM", () =>
    Effect.gen(function* () {
      const { child, ended } = yield* serving(["--log", "none"], { cwd: yield* temporaryFolder })
      child.kill("SIGHUP")
      expect(yield* Effect.promise(() => ended)).toMatchObject({ code: 0, stderr: "" })
    })
  )
})
