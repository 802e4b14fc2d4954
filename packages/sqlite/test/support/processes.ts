import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { Effect } from "effect"
import { brief } from "../../../../test/brief.js"

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The program of `writeAndDie`. */
export const writer = script("writeAndDie.mjs")

/** Opens a file in a process of its own, creates organizations of these names there, and is killed with the log hot. */
export const writeAndDie = (writer: string, file: string, ...names: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const child = spawn(process.execPath, [...brief, writer, file, ...names], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let said = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
    })
    const [, signal] = await once(child, "close")
    if (signal !== "SIGKILL") throw new Error(`it ended by itself: ${said}`)
    return said.trim().split("\n")
  })

/** The program of `openBeside`. */
export const opener = script("openBeside.mjs")

/** Opens a file with the key beside it, both made if they are not there, in a process of its own; it says the key's last digits. */
export const openBeside = (opener: string, file: string) =>
  Effect.async<string, Error>((resume) => {
    const child = execFile(process.execPath, [...brief, opener, file], (error, stdout) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.fail(error))
    )
    return Effect.sync(() => child.kill())
  })

/** How many organizations another program finds that opens a database and closes it again. */
export const readElsewhere = (file: string) =>
  Effect.async<number, Error>((resume) => {
    const child = execFile(process.execPath, [script("readElsewhere.mjs"), file], (error, stdout) =>
      resume(error === null ? Effect.succeed(Number(stdout)) : Effect.fail(error))
    )
    return Effect.sync(() => child.kill())
  })

/** A thread that has the file open until the scope ends. */
export const threadOn = (file: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const worker = new Worker(script("openInThread.mjs"), { workerData: { file } })
      await once(worker, "message")
      return worker
    }),
    (worker) =>
      Effect.promise(async () => {
        worker.postMessage("close")
        await once(worker, "exit")
      })
  )

/** Another program that has the file open until the scope ends, and what runs SQL there: it is committed when the effect ends. */
export const programOn = (file: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [script("changeOnAsk.mjs"), file], { stdio: ["pipe", "pipe", "inherit"] })
      ),
      (child) =>
        Effect.promise(async () => {
          child.stdin.end()
          if (child.exitCode === null) await once(child, "exit")
        })
    ),
    (child) => (text: string) =>
      Effect.promise(async () => {
        child.stdin.write(`${text}\n`)
        await once(child.stdout, "data")
      })
  )
