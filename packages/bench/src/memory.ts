import { mkdtempSync, rmSync } from "node:fs"
import { Agent, globalAgent } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { answering } from "./harness/answering.js"
import { ask, demo, residentMiB, serve } from "./server.js"

const PORT = 18_787
const LIMIT_MIB = 150

const mixed = (vars: Readonly<Record<string, string>>, i: number): readonly [string, string, string, string?] => {
  const base = "/api/v1"
  const key = vars["MGMT_KEY"] ?? ""
  switch (i % 8) {
    case 0:
      return ["PATCH", `${base}/keys/${vars["KEY_HASH"]}`, key, JSON.stringify({ name: `n${i}`, limit: i % 1000 })]
    case 1:
      return ["GET", `${base}/byok/${vars["BYOK_ID"]}`, key]
    case 2:
      return ["GET", `${base}/workspaces/default/members?limit=100`, key]
    case 3:
      return ["GET", `${base}/presets`, vars["PLAIN_KEY"] ?? ""]
    case 4:
      return ["GET", `${base}/images/models`, key]
    case 5:
      return ["POST", `${base}/auth/keys`, key, JSON.stringify({ code: `nope${i}` })]
    case 6:
      return ["PATCH", `${base}/keys/${vars["KEY_HASH"]}`, key, '{"limit":-1}']
    default:
      return ["GET", `${base}/presets`, "nobody"]
  }
}

/** The server's resident memory after many mixed requests, good and bad, on 32 connections. */
export const memory = async (requests: number): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-bench-"))
  const database = join(folder, "bench.db")
  const vars = demo(database)
  const server = serve(database, PORT)
  Object.assign(globalAgent, new Agent({ keepAlive: true, maxSockets: 32 }))
  try {
    await answering(PORT)
    let next = 0
    const worker = async () => {
      for (let i = next++; i < requests; i = next++) {
        const [method, path, key, body] = mixed(vars, i)
        await ask(PORT, method, path, key, body)
      }
    }
    await Promise.all(Array.from({ length: 32 }, worker))
    return residentMiB(server.pid ?? 0)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const report = async (requests: number): Promise<boolean> => {
  const resident = await memory(requests)
  process.stdout.write(
    `memory: ${resident.toFixed(0)} MiB resident after ${requests} mixed requests (at most ${LIMIT_MIB})\n`
  )
  return resident < LIMIT_MIB
}
