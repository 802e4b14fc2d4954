// The gateway as a process beside `npm start`, on its SQLite file. Without OPENAI_API_KEY, a stub answers.
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Tollgate } from "@tollgate/node"
import { gateway } from "./gateway.js"
import { provider } from "./provider.js"

const {
  DATABASE = "tollgate.db",
  INSTANCE = "gateway-1",
  MODEL = "gpt-4o-mini",
  OPENAI_API_KEY: ownKey,
  OPENAI_BASE_URL = "https://api.openai.com/v1",
  PORT = "8080"
} = process.env
const listening = async (server: Server, port: number) => {
  await once(server.listen(port, "127.0.0.1"), "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a server that listens at a port has such an address
}

const content = "Hello! I am a stub. Set OPENAI_API_KEY, and a model answers."
const stub = ownKey === undefined ? provider(() => ({ tokens: 100, content })) : undefined
const upstream = stub === undefined ? OPENAI_BASE_URL : await listening(stub, 0)

const rates = { input: 0.15, output: 0.6 }
const gate = await Tollgate.open({ file: DATABASE })
await gate.prices.merge([{ provider: "openai", model: MODEL, rates }])
// What the last process of this name held and had not sent need not wait for its lease.
await gate.spending.releaseAll({ instance: INSTANCE })

const server = gateway({ gate, upstream, ownKey: ownKey ?? "", instance: INSTANCE })
const url = await listening(server, Number(PORT))
console.log(`${url}/v1 asks ${stub === undefined ? upstream : "a stub in place of a model"}. Ctrl+C stops it.`)

const stop = () => {
  stub?.close()
  server.close(() => void gate.close())
}
process.once("SIGTERM", stop).once("SIGINT", stop)
