import { spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, existsSync, openSync } from "node:fs"
import { Effect } from "effect"
import { environment, program, quick } from "./command.js"

/** Whether there is a file that has no room. */
export const hasFull = existsSync("/dev/full")

const full = Effect.acquireRelease(
  Effect.sync(() => openSync("/dev/full", "w")),
  (descriptor) => Effect.sync(() => closeSync(descriptor))
)

const ended = async (args: ReadonlyArray<string>, cwd: string, output: number | "pipe") => {
  const child = spawn(process.execPath, [...quick(args), program, ...args], {
    cwd,
    env: environment({}),
    stdio: ["ignore", output, "pipe"]
  })
  child.stdout?.destroy()
  const said = { stderr: "" }
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text
  })
  const [code] = await once(child, "close")
  return { code, stderr: said.stderr }
}

/** The standard error of a command whose standard output is no longer read. */
export const unread = (args: ReadonlyArray<string>, cwd: string) => Effect.promise(() => ended(args, cwd, "pipe"))

/** What a command says whose standard output has no room. */
export const withoutRoom = (args: ReadonlyArray<string>, cwd: string) =>
  Effect.flatMap(full, (output) => Effect.promise(() => ended(args, cwd, output)))

/** What a command says that was started without a standard output. */
export const closed = (args: ReadonlyArray<string>, cwd: string) =>
  Effect.promise(async () => {
    const words = ["-c", 'exec "$@" >&-', "sh", process.execPath, ...quick(args), program, ...args]
    const child = spawn("sh", words, { cwd, env: environment({}), stdio: ["ignore", "ignore", "pipe"] })
    let stderr = ""
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
    })
    const [code] = await once(child, "close")
    return { code, stderr }
  })
