import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { OpenOptions } from "@tollgate/node"
import { afterAll } from "vitest"
import { bundled } from "../../../../test/bundled.js"

interface Task {
  readonly task: "actAtRandom" | "recordUsage"
  readonly storage: OpenOptions
}

const startOne = (script: string) => {
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
  ended.catch(() => {})
  return {
    child,
    say: (line: object | string) => child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`),
    heard: async (): Promise<string> => (await Promise.race([once(lines, "line"), ended]))[0]
  }
}

/** Some processes for all tests of the file that calls this. They do tasks at the same time, each one of them. */
export const taskProcesses = async (count: number) => {
  const script = await bundled(fileURLToPath(new URL("doTasks.mjs", import.meta.url)))
  const running = Array.from({ length: count }, () => startOne(script))
  afterAll(() => running.map(({ child }) => child.kill("SIGKILL")))
  /** The results, in the order of the processes. No process begins before all of them have opened the storage. */
  return async (taskOf: (n: number) => Task): Promise<ReadonlyArray<unknown>> => {
    await Promise.all(
      running.map(({ heard, say }, n) => {
        const ready = heard()
        say(taskOf(n))
        return ready
      })
    )
    return Promise.all(
      running.map(async ({ heard, say }) => {
        const line = heard()
        say("go")
        return JSON.parse(await line)
      })
    )
  }
}
