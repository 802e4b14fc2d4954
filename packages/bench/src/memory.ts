import { join } from "node:path"
import { command, demo, serveArguments } from "./command.js"
import { atMost, type Bound } from "./harness/bound.js"
import { Connections } from "./harness/Connections.js"
import { figure, type Row, type Section, section } from "./harness/Section.js"
import { type ServerProcess, startServer, type Usage } from "./harness/ServerProcess.js"
import { temporaryFolder } from "./harness/temporaryFolder.js"
import { mixed } from "./memory/mixed.js"

const CONNECTIONS = 32
const MIB = 1_048_576

const head = ["Requests", "Resident, MiB", "Heap, MiB", "of it in use, MiB", "Times what the first tenth left"]

const resident = (mebibytes: number): Row => ({
  cells: ["in the end", figure(mebibytes), "", "", ""],
  judged: [mebibytes, atMost(250, " MiB")]
})

const send = async (server: ServerProcess, vars: Readonly<Record<string, string>>, from: number, to: number) => {
  const connections = await Connections.open(server.port, CONNECTIONS)
  try {
    await connections.drive(to - from, (n) => mixed(vars, from + n))
  } finally {
    connections.close()
  }
  return server.usage()
}

/**
 * What the server holds after so many mixed requests on 32 connections, and on the way there: after a hundredth, and after
 * each tenth. Resident is what the kernel counts, all of the process's pages in memory (on Linux, VmRSS).
 */
export const memory = (requests = 1_000_000): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const database = join(folder, "bench.db")
    const vars = demo(database)
    const server = await startServer(command, (port) => serveArguments(database, port))
    const tenth = requests / 10
    const rowOf = (sent: number, { memory }: Usage, times: string, judged?: readonly [number, Bound]): Row => {
      const mebibytes = [memory.rss, memory.heapTotal, memory.heapUsed].map((bytes) => figure(bytes / MIB))
      const cells = [sent.toLocaleString("en"), ...mebibytes, times]
      return judged === undefined ? { cells } : { cells, judged }
    }
    try {
      const rows = [rowOf(tenth / 10, await send(server, vars, 0, tenth / 10), "")]
      const first = await send(server, vars, tenth / 10, tenth)
      rows.push(rowOf(tenth, first, "1.00"))
      for (let sent = 2 * tenth; sent <= requests; sent += tenth) {
        const usage = await send(server, vars, sent - tenth, sent)
        const times = usage.memory.rss / first.memory.rss
        rows.push(rowOf(sent, usage, figure(times), sent < requests ? undefined : [times, atMost(1.1, " times")]))
        if (sent === requests) rows.push(resident(usage.memory.rss / MIB))
      }
      return [section("What the server holds", head, rows)]
    } finally {
      await server.stop()
    }
  })
