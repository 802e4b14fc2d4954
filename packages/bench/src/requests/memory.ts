import { join } from "node:path"
import { command, demo, serveArguments } from "../command.js"
import { atMost } from "../harness/bound.js"
import { ClientConnections } from "../harness/ClientConnections.js"
import { type Message, messageOf } from "../harness/Message.js"
import { median } from "../harness/median.js"
import { figure, type Row, type Section, section } from "../harness/Section.js"
import { type ServerProcess, startServer, type Usage } from "../harness/ServerProcess.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"

const CONNECTIONS = 32
const TENTHS = 10
const READINGS = 200
const MIB = 1_048_576
/** A page of them is the longest answer. */
const MEMBERS = 100

type Vars = Readonly<Record<string, string>>
type Memory = Usage["memory"]

/** The nth of many requests, valid and invalid, to an account with these placeholders. */
const mixed = (vars: Vars, n: number): Message => {
  const base = "/api/v1"
  const key = vars["MGMT_KEY"] ?? ""
  const keyPath = `${base}/keys/${vars["KEY_HASH"]}`
  switch (n % 8) {
    case 0:
      return messageOf({ method: "PATCH", path: keyPath, key, body: `{"name":"n${n}","limit":${n % 1000}}` })
    case 1:
      return messageOf({ method: "GET", path: `${base}/byok/${vars["BYOK_ID"]}`, key })
    case 2:
      return messageOf({ method: "GET", path: `${base}/workspaces/default/members?limit=100`, key })
    case 3:
      return messageOf({ method: "GET", path: `${base}/presets`, key: vars["PLAIN_KEY"] ?? "" })
    case 4:
      return messageOf({ method: "GET", path: `${base}/images/models`, key })
    case 5:
      return messageOf({ method: "POST", path: `${base}/auth/keys`, key, body: `{"code":"nope${n}"}` }, 400)
    case 6:
      return messageOf({ method: "PATCH", path: keyPath, key, body: '{"limit":-1}' }, 400)
    default:
      return messageOf({ method: "GET", path: `${base}/presets`, key: "unknown" }, 401)
  }
}

/** Sends this many requests on new connections, and reads the server's memory afterwards. */
const send = async (server: ServerProcess, vars: Vars, from: number, count: number): Promise<Memory> => {
  const connections = await ClientConnections.open(server.port, CONNECTIONS)
  try {
    await connections.drive(count, (n) => mixed(vars, from + n))
    return (await server.usage()).memory
  } finally {
    connections.close()
  }
}

const mebibytes = (memories: ReadonlyArray<Memory>, of: keyof Memory) =>
  median(memories.map((memory) => memory[of])) / MIB

const highestOf = (memories: ReadonlyArray<Memory>) => Math.max(...memories.map(({ rss }) => rss)) / MIB

const head = ["Requests", "Resident, MiB", "at most", "Heap, MiB", "of it in use", "Times the first tenth"]

const cellsOf = (memories: ReadonlyArray<Memory>, requests: number, first: number) => [
  requests.toLocaleString("en"),
  figure(mebibytes(memories, "rss")),
  figure(highestOf(memories)),
  figure(mebibytes(memories, "heapTotal")),
  figure(mebibytes(memories, "heapUsed")),
  figure(mebibytes(memories, "rss") / first)
]

/** A row for the first hundredth, and one for each tenth. */
const rowsOf = (readings: ReadonlyArray<Memory>, requests: number): ReadonlyArray<Row> => {
  const size = readings.length / TENTHS
  const tenths = Array.from({ length: TENTHS }, (_, i) => readings.slice(i * size, (i + 1) * size))
  const first = mebibytes(tenths[0] ?? [], "rss")
  const hundredth = readings.slice(0, Math.ceil(size / 10))
  const rows: Array<Row> = [{ cells: cellsOf(hundredth, requests / 100, first) }]
  for (const [i, memories] of tenths.entries()) {
    const cells = cellsOf(memories, ((i + 1) * requests) / TENTHS, first)
    const times = mebibytes(memories, "rss") / first
    rows.push(i < TENTHS - 1 ? { cells } : { cells, judged: [times, atMost(1.1, " times")] })
  }
  return rows
}

/**
 * The server's memory while it answers this many mixed requests on 32 connections, in each tenth of them. A heap grows
 * until it is collected, so the figure of a tenth is the median of the samples in it. Resident is the kernel's count of the
 * process's pages in memory (on Linux, VmRSS).
 */
export const memory = (requests = 1_000_000): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const database = join(folder, "bench.db")
    const vars = demo(database, MEMBERS)
    const server = await startServer(command, (port) => serveArguments(database, port))
    const readings: Array<Memory> = []
    const part = Math.max(1, requests / READINGS)
    try {
      for (let sent = 0; sent < requests; sent += part) readings.push(await send(server, vars, sent, part))
    } finally {
      await server.stop()
    }
    const highest = highestOf(readings)
    const inAll: Row = { cells: ["in all", "", figure(highest), "", "", ""], judged: [highest, atMost(250, " MiB")] }
    return section("What the server holds", head, [...rowsOf(readings, requests), inAll])
  })
