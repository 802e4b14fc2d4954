import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"

/** A shell that reads what is typed, and shows lines of both outputs. */
export interface Terminal {
  readonly type: (text: string) => void
  /** The next lines; fewer if the shell ends before. */
  readonly shown: (count: number) => Promise<Array<string>>
  /** Ends the shell. Resolves to its exit code. */
  readonly end: () => Promise<number | null>
}

export const terminal = (cwd: string, env: NodeJS.ProcessEnv): Terminal => {
  const child = spawn("sh", [], { cwd, env })
  child.stdin.write("exec 2>&1\n")
  const read = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    type: (text) => void child.stdin.write(`${text}\n`),
    shown: async (count) => {
      const shown: Array<string> = []
      while (shown.length < count) {
        const { done, value } = await read.next()
        if (done === true) break
        shown.push(value)
      }
      return shown
    },
    end: async () => {
      if (child.exitCode !== null) return child.exitCode
      const exit = once(child, "exit")
      child.kill()
      return (await exit)[0]
    }
  }
}
