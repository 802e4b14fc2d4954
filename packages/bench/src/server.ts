import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { request } from "node:http"
import { fileURLToPath } from "node:url"

/** The command, as it is installed. */
export const command = fileURLToPath(import.meta.resolve("@tollgate/cli/command"))

/** Fills a new database with the demo's account, and says what is in it. */
export const demo = (database: string): Readonly<Record<string, string>> => {
  const printed = execFileSync(process.execPath, [command, "demo", "--json", "--database", database])
  const { POOL: _, ...vars } = JSON.parse(printed.toString())
  return vars
}

/** What the command is asked so that it serves a database without a limit. */
export const serveArguments = (database: string, port: number): ReadonlyArray<string> => [
  "serve",
  ...["--database", database],
  ...["--port", String(port)],
  ...["--requests-per-minute", "0"]
]

export const serve = (database: string, port: number): ChildProcess =>
  spawn(process.execPath, [command, ...serveArguments(database, port)], { stdio: "ignore" })

export const ask = (port: number, method: string, path: string, key: string, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const sent = request({ port, method, path, headers }, (answer) => {
      answer.resume()
      answer.on("end", () => resolve(answer.statusCode ?? 0))
    })
    sent.on("error", reject)
    sent.end(body)
  })

/** A process's resident memory in MiB, as the kernel counts it (Linux). */
export const residentMiB = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1024
}
