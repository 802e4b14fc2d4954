import { randomBytes } from "node:crypto"
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { holdIdAt } from "@tollgate/core/storage"
import { Tollgate } from "@tollgate/node"
import { command, serveArguments } from "../../command.js"
import type { Size } from "../../harness/alternate.js"
import { atMost } from "../../harness/bound.js"
import { type Message, messageOf } from "../../harness/Message.js"
import { median } from "../../harness/median.js"
import type { Row } from "../../harness/Section.js"
import { type ServerProcess, startServer } from "../../harness/ServerProcess.js"
import { takeTurns } from "../../harness/takeTurns.js"
import { temporaryFolder } from "../../harness/temporaryFolder.js"
import { measure } from "../../requests/measure.js"
import { shapeOf } from "../../requests/shapeOf.js"
import { callRow, type Took } from "./callRow.js"
import { type Spender, type Tenants, tenantsOf } from "./tenants.js"

const names = ["by hand", "ours"] as const
const byHand = fileURLToPath(new URL("./serveHoldsByHand.js", import.meta.url))

const start = (name: (typeof names)[number], file: string): Promise<ServerProcess> =>
  name === "by hand"
    ? startServer(byHand, (port) => [file, String(port)])
    : startServer(command, (port) => [...serveArguments(file, port), "--log", "none"])

interface Keys {
  readonly gateway: string
  readonly spenders: ReadonlyArray<Spender>
}

const asked = { amount: 0.01, model: "acme/writer", credential: "own" }

/** Holds with new ids, and their settlements. */
const messagesOf = ({ gateway, spenders }: Keys, count: number) => {
  const post = (path: string, body: object, status: number): Message =>
    messageOf({ method: "POST", path: `/api/v1/holds${path}`, key: gateway, body: JSON.stringify(body) }, status)
  const ids = Array.from({ length: count }, () => holdIdAt(Date.now(), randomBytes(10)))
  return {
    opening: ids.map((id, n) => post("", { ...asked, key: spenders[n % spenders.length]?.secret, id }, 201)),
    settling: ids.map((id) => post(`/${id}/settle`, { cost: 0.004, credential_id: null }, 200))
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

/** A new file with the keys of the tenants, and a key of a gateway. Its master key is beside it. */
const filled = async (file: string, tenants: Tenants): Promise<Keys> => {
  await using gate = await Tollgate.open({ file })
  const spenders = await tenantsOf(gate, tenants)
  const { key } = await gate.gatewayKeys.create()
  return { gateway: key, spenders }
}

/** A hold and its settlement by HTTP on SQLite, beside a server written by hand that answers the same. */
export const overHttp = (tenants: Tenants, { acts, rounds }: Size): Promise<ReadonlyArray<Row>> =>
  temporaryFolder(async (folder) => {
    const original = join(folder, "original.db")
    const keys = await filled(original, tenants)
    const servers = new Map<(typeof names)[number], ServerProcess>()
    try {
      for (const name of names) {
        const file = join(folder, `${names.indexOf(name)}.db`)
        copyFileSync(original, file)
        copyFileSync(`${original}.key`, `${file}.key`)
        servers.set(name, await start(name, file))
      }
      const shapes = new Set<string>()
      for (const server of servers.values()) shapes.add(await shapesOf(server, keys))
      if (shapes.size > 1) throw new Error(`The servers answer differently:\n${[...shapes].join("\n\n")}`)
      const round = (server: ServerProcess) => async (): Promise<Took> => {
        const { opening, settling } = messagesOf(keys, acts)
        const send = (messages: ReadonlyArray<Message>) =>
          measure(server, (n) => messages[n] ?? { text: "", status: 0 }, acts)
        const [opened, settled] = [await send(opening), await send(settling)]
        return { cpu: opened.cpu + settled.cpu, perSecond: 1 / (1 / opened.perSecond + 1 / settled.perSecond) }
      }
      const turns = new Map([...servers].map(([name, server]) => [name, round(server)]))
      const taken = await takeTurns(turns, { rounds, warmUp: 2 })
      const middle = (name: (typeof names)[number]): Took => {
        const figures = taken.get(name) ?? []
        return { cpu: median(figures.map(({ cpu }) => cpu)), perSecond: median(figures.map((of) => of.perSecond)) }
      }
      const row = callRow(
        ["HTTP, POST /holds and settle, SQLite, 16 connections", "a server by hand"],
        { beside: middle("by hand"), ours: middle("ours") },
        ["cpu", atMost(1.85, " times the CPU", 1.6)]
      )
      return [row]
    } finally {
      for (const server of servers.values()) await server.stop()
    }
  })
