import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { brief } from "../../../../test/brief.js"

/** The built command. */
export const program = fileURLToPath(new URL("../../bin/tollgate.js", import.meta.url))

/** The environment without the settings of the machine. NODE_PATH, which pnpm sets, would lend packages to an installed command. */
export const environment = (variables: Record<string, string>) => {
  const foreign = Object.entries(process.env).filter(([name]) => !name.startsWith("TOLLGATE_") && name !== "NODE_PATH")
  return { ...Object.fromEntries(foreign), NO_COLOR: "1", ...variables }
}

export interface Settings {
  readonly cwd?: string
  readonly variables?: Record<string, string>
  /** What standard input has, for a command in this process. Empty by default. */
  readonly input?: string
}

/** What a command left: its exit code, or the signal that ended it, and all that it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const start = (args: ReadonlyArray<string>, { cwd, variables = {} }: Settings, flags: ReadonlyArray<string> = []) => {
  const child = spawn(process.execPath, [...flags, program, ...args], { cwd, env: environment(variables) })
  const written = { stdout: "", stderr: "" }
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text
    })
  }
  const ended = once(child, "close").then(([code]): Ended => ({ code, ...written }))
  return { child, written, ended }
}

/** The flags of Node.js for a command: all of them are brief but a whole run of conformance. */
export const quick = (args: ReadonlyArray<string>) =>
  args[0] === "conformance" && !args.includes("--only") ? [] : brief

/** Runs a command to its end. */
export const run = (args: ReadonlyArray<string>, settings: Settings = {}): Promise<Ended> =>
  start(args, settings, quick(args)).ended

/** The line of a server that answers, and the base address in it. */
export const greeting = /Tollgate answers at (http:\/\/\S+?),/

export interface Served {
  readonly child: ChildProcess
  /** The base address of the operations. */
  readonly url: string
  /** All that it has written so far. */
  readonly written: { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<Ended>
}

const untilServed = async (started: ReturnType<typeof start>): Promise<Served> => {
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = greeting.exec(started.written.stdout)?.[1]
      if (found !== undefined) resolve(found)
    }
    started.child.stdout.on("data", look)
    started.ended.then(({ code, stderr }) => reject(new Error(`the server ended with ${code}: ${stderr}`)), reject)
  })
  return { ...started, url }
}

/** A `tollgate serve`, on a free port unless one is given, from its greeting on; killed with its scope unless it has ended. */
export const serving = (args: ReadonlyArray<string>, settings: Settings = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => start(["serve", ...(args.includes("--port") ? [] : ["--port", "0"]), ...args], settings, brief)),
    ({ child, ended }) =>
      Effect.zipRight(
        Effect.sync(() => child.kill("SIGKILL")),
        Effect.promise(() => ended)
      )
  ).pipe(Effect.flatMap((started) => Effect.promise(() => untilServed(started))))
