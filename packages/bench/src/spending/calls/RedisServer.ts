import { spawn } from "node:child_process"
import { once } from "node:events"
import { accessSync, constants, mkdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import { freePort } from "../../harness/freePort.js"

const isProgram = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of `redis-server`, which Debian has as a package; null if it is not installed. */
export const program = (): string | null =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find(isProgram) ?? null

/** A Redis server for this run, which has each write on disk before it answers. */
export interface RedisServer {
  readonly port: number
  readonly stop: () => Promise<void>
}

/** Starts one in a folder of its own, on a free local port; null if it is not installed. */
export const startRedis = async (parent: string): Promise<RedisServer | null> => {
  const file = program()
  if (file === null) return null
  const folder = join(parent, "redis")
  mkdirSync(folder)
  const port = await freePort()
  const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", ""]
  const settings = ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder, ...durable]
  const server = spawn(file, settings, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] })
  const exited = once(server, "exit")
  const end = () => void server.kill("SIGTERM")
  // A bench that fails leaves no server behind.
  process.once("exit", end)
  let log = ""
  await new Promise<void>((resolve, reject) => {
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      log += text
      if (text.includes("Ready to accept connections")) resolve()
    })
    exited.then(() => reject(new Error(log)), reject)
  })
  return {
    port,
    stop: async () => {
      process.off("exit", end)
      end()
      await exited
    }
  }
}
