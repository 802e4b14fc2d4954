import { randomBytes } from "node:crypto"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { holdIdAt } from "@tollgate/core/storage"
import { command, demo, serveArguments } from "../command.js"
import { atMost } from "../harness/bound.js"
import { type Message, messageOf } from "../harness/Message.js"
import { median } from "../harness/median.js"
import { figure, type Section, section } from "../harness/Section.js"
import { type ServerProcess, startServer } from "../harness/ServerProcess.js"
import { takeTurns } from "../harness/takeTurns.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { measure } from "../requests/measure.js"
import { shapeOf } from "../requests/shapeOf.js"

const names = ["by hand", "ours"] as const
const byHand = fileURLToPath(new URL("./serveHoldsByHand.js", import.meta.url))

const start = (name: (typeof names)[number], file: string): Promise<ServerProcess> =>
  name === "by hand"
    ? startServer(byHand, (port) => [file, String(port)])
    : startServer(command, (port) => [...serveArguments(file, port), "--log", "none"])

interface Keys {
  readonly gateway: string
  readonly spender: string
}

const asked = { amount: 0.0001, model: "acme/writer", credential: "own" }

/** Holds with new ids, and their settlements. */
const messagesOf = ({ gateway, spender }: Keys, count: number) => {
  const post = (path: string, body: object, status: number): Message =>
    messageOf({ method: "POST", path: `/api/v1/holds${path}`, key: gateway, body: JSON.stringify(body) }, status)
  const ids = Array.from({ length: count }, () => holdIdAt(Date.now(), randomBytes(10)))
  return {
    opening: ids.map((id) => post("", { ...asked, key: spender, id }, 201)),
    settling: ids.map((id) => post(`/${id}/settle`, { cost: 0.00004, credential_id: null }, 200))
  }
}

const shapesOf = async ({ port }: ServerProcess, keys: Keys) => {
  const { opening, settling } = messagesOf(keys, 1)
  const shapes = []
  for (const message of [...opening, ...settling]) {
    const [head = "", body = ""] = message.text.split("\r\n\r\n")
    const path = head.split(" ")[1] ?? ""
    const headers = { authorization: `Bearer ${keys.gateway}`, "content-type": "application/json" }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body })
    shapes.push(shapeOf(await answer.json()))
  }
  return shapes.join("\n")
}

/** A hold and its settlement by HTTP, beside a server written by hand that answers the same. */
export const overHttp = ({ acts, rounds }: { readonly acts: number; readonly rounds: number }): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const vars = demo(join(folder, "demo.db"))
    const keys = { gateway: vars["GATEWAY_KEY"] ?? "", spender: vars["FRESH_KEY"] ?? "" }
    const servers = new Map<(typeof names)[number], ServerProcess>()
    try {
      for (const name of names) {
        const file = join(folder, `${names.indexOf(name)}.db`)
        copyFileSync(join(folder, "demo.db"), file)
        copyFileSync(join(folder, "demo.db.key"), `${file}.key`)
        servers.set(name, await start(name, file))
      }
      const shapes = new Set<string>()
      for (const server of servers.values()) shapes.add(await shapesOf(server, keys))
      if (shapes.size > 1) throw new Error(`The servers answer differently:\n${[...shapes].join("\n\n")}`)
      const round = (server: ServerProcess) => async () => {
        const { opening, settling } = messagesOf(keys, acts)
        const send = (messages: ReadonlyArray<Message>) =>
          measure(server, (n) => messages[n] ?? { text: "", status: 0 }, acts)
        const [opened, settled] = [await send(opening), await send(settling)]
        return { cpu: opened.cpu + settled.cpu, perSecond: 1 / (1 / opened.perSecond + 1 / settled.perSecond) }
      }
      const turns = new Map([...servers].map(([name, server]) => [name, round(server)]))
      const taken = await takeTurns(turns, { rounds, warmUp: 2 })
      const middle = (name: (typeof names)[number], of: "cpu" | "perSecond") =>
        median((taken.get(name) ?? []).map((figures) => figures[of]))
      const rows = names.map((name) => {
        const times = middle(name, "cpu") / middle("by hand", "cpu")
        const cells = [name, figure(middle(name, "cpu")), figure(times), figure(middle(name, "perSecond"))]
        return name === "by hand" ? { cells } : { cells, judged: [times, atMost(3, " times the CPU", 2)] as const }
      })
      const head = ["Server", "CPU, µs", "Times by hand", "Acts a second"]
      return section("HTTP: POST /holds and its settlement on SQLite, 16 connections", head, rows)
    } finally {
      for (const server of servers.values()) await server.stop()
    }
  })
