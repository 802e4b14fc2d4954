import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { environment, program, run } from "./harness/command.js"
import { temporaryFolder } from "./harness/stores.js"

const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["init"],
  ["serve", "--port", "0", "--log", "none"],
  ["demo"],
  ["demo", "--json"],
  ["keys", "recover", "--log", "none"]
]

/** What a command says whose standard output is this descriptor, or a pipe that nobody reads any more. */
const ended = async (args: ReadonlyArray<string>, cwd: string, output: number | "unread") => {
  const options = { cwd, env: environment({}) }
  const stdio = ["ignore", output === "unread" ? "pipe" : output, "pipe"] as const
  const child = spawn(process.execPath, [program, ...args], { ...options, stdio: [...stdio] })
  child.stdout?.destroy()
  const said = { stderr: "" }
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text
  })
  const [code] = await once(child, "close")
  return { code, stderr: said.stderr }
}

const prepared = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    if (args[0] === "keys") yield* Effect.promise(() => run(["init"], { cwd }))
    return cwd
  })

describe.each(commands.map((args) => ({ args, name: args.join(" ") })))("$name", ({ args }) => {
  it.scopedLive("says that nobody reads the key, and ends with 1", () =>
    Effect.gen(function* () {
      const cwd = yield* prepared(args)
      expect(yield* Effect.promise(() => ended(args, cwd, "unread"))).toEqual({
        code: 1,
        stderr: "The key could not be printed: nobody reads it. Mint another with `tollgate keys recover`.\n"
      })
    })
  )

  it.scopedLive.skipIf(!existsSync("/dev/full"))("says that the key had no room, and ends with 1", () =>
    Effect.gen(function* () {
      const cwd = yield* prepared(args)
      const full = yield* Effect.acquireRelease(
        Effect.sync(() => openSync("/dev/full", "w")),
        (descriptor) => Effect.sync(() => closeSync(descriptor))
      )
      expect(yield* Effect.promise(() => ended(args, cwd, full))).toEqual({
        code: 1,
        stderr: "The key could not be printed: the disk is full. Mint another with `tollgate keys recover`.\n"
      })
    })
  )
})
