import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { request } from "node:http"
import { fileURLToPath } from "node:url"

/** The command, as it is installed. */
export const command = fileURLToPath(import.meta.resolve("@tollgate/cli/command"))

export const demo = (database: string): Readonly<Record<string, string>> => {
  const printed = execFileSync(process.execPath, [command, "demo", "--json", "--database", database])
  const { POOL: _, ...vars } = JSON.parse(printed.toString())
  return vars
}

export const serve = (database: string, port: number): ChildProcess =>
  spawn(
    process.execPath,
    [command, "serve", "--database", database, "--port", String(port), "--requests-per-minute", "0"],
    {
      stdio: ["ignore", "ignore", "ignore"]
    }
  )

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

/** Until the server answers. */
export const answering = async (port: number): Promise<void> => {
  for (;;) {
    const status = await ask(port, "GET", "/healthz", "").catch(() => 0)
    if (status === 200) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** A process's resident memory in MiB, as the kernel counts it (Linux). */
export const residentMiB = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1024
}
