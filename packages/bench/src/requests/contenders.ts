import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { command, demo, serveArguments } from "../command.js"
import { type ServerProcess, startServer } from "../harness/ServerProcess.js"

const names = ["by hand", "ours", "ours, `--log info`"] as const

/** The servers. The others are compared with the first. */
export type Contender = (typeof names)[number]

const byHand = fileURLToPath(new URL("./serveByHand.js", import.meta.url))

const start = (name: Contender, file: string): Promise<ServerProcess> => {
  switch (name) {
    case "by hand":
      return startServer(byHand, (port) => [file, String(port)])
    case "ours":
      return startServer(command, (port) => [...serveArguments(file, port), "--log", "none"])
    case "ours, `--log info`":
      return startServer(command, (port) => [...serveArguments(file, port), "--log", "info"])
  }
}

/** A page of them is the longest answer that is compared. */
const MEMBERS = 100

/** Starts all servers, each on its own copy of the demo's database. Returns them with the database's placeholders. */
export const startContenders = async (folder: string) => {
  const vars = demo(join(folder, "demo.db"), MEMBERS)
  const servers = new Map<Contender, ServerProcess>()
  for (const [i, name] of names.entries()) {
    const file = join(folder, `${i}.db`)
    copyFileSync(join(folder, "demo.db"), file)
    copyFileSync(join(folder, "demo.db.key"), `${file}.key`)
    servers.set(name, await start(name, file))
  }
  return { vars, servers }
}
