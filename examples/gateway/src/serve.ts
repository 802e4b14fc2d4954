// The gateway as a process on an SQLite file: `UPSTREAM=https://… PROVIDER_KEY=sk-… node dist/serve.js`
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Tollgate } from "@tollgate/node"
import { gateway } from "./gateway.js"

const {
  DATABASE = "tollgate.db",
  INSTANCE = "gateway-1",
  PORT = "8080",
  PROVIDER_KEY = "",
  UPSTREAM = "https://api.openai.com"
} = process.env

const rates = { input: 0.15, output: 0.6 }
const gate = await Tollgate.open({ file: DATABASE })
await gate.prices.replace([{ provider: "openai", model: "gpt-4o-mini", rates }])
// What the last process of this name held and had not sent need not wait for its lease.
await gate.spending.releaseAll({ instance: INSTANCE })

const server = gateway({ gate, upstream: UPSTREAM, ownKey: PROVIDER_KEY, rates, instance: INSTANCE })
await once(server.listen(Number(PORT), "127.0.0.1"), "listening")
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) // a server that listens at a port has such an address

process.once("SIGTERM", () => server.close(() => void gate.close()))
