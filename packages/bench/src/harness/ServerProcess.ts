import { spawn } from "node:child_process"
import { once } from "node:events"
import { request } from "node:http"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import { freePort } from "./freePort.js"

const meter = fileURLToPath(new URL("./meter.js", import.meta.url))

const Usage = Schema.Struct({
  /** Microseconds, in all threads. */
  cpu: Schema.Struct({ user: Schema.Number, system: Schema.Number }),
  /** Bytes. */
  memory: Schema.Struct({ rss: Schema.Number, heapTotal: Schema.Number, heapUsed: Schema.Number })
})

/** What a process has used since its start. */
export type Usage = typeof Usage.Type

/** A server in a separate process that reports its usage. */
export interface ServerProcess {
  readonly port: number
  readonly usage: () => Promise<Usage>
  readonly stop: () => Promise<void>
}

/** Starts a script on a free port, and waits until it answers. Its output is dropped. */
export const startServer = async (
  script: string,
  argumentsFor: (port: number) => ReadonlyArray<string>
): Promise<ServerProcess> => {
  const port = await freePort()
  const child = spawn(process.execPath, ["--import", meter, script, ...argumentsFor(port)], {
    stdio: ["ignore", "ignore", "ignore", "ipc"]
  })
  const exited = once(child, "exit")
  const given = new AbortController()
  const ended = exited.then(() => given.abort())
  await answering(port, given.signal)
  if (given.signal.aborted) throw new Error(`${script} ended before it answered`)
  return {
    port,
    usage: async () => {
      const answer = once(child, "message")
      child.send("usage")
      const [usage] = await Promise.race([answer, ended.then(() => [null])])
      return Schema.decodeUnknownSync(Usage)(usage)
    },
    stop: async () => {
      child.kill()
      await ended
    }
  }
}

const isLive = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, path: "/healthz", agent: false }, (answer) => {
      answer.resume()
      answer.once("end", () => resolve(answer.statusCode === 200))
    })
    sent.once("error", () => resolve(false))
    sent.end()
  })

/** Waits until a local server answers, or until the signal aborts. */
export const answering = async (port: number, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted && !(await isLive(port))) await new Promise((resolve) => setImmediate(resolve))
}
