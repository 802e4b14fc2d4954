import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Tollgate } from "@tollgate/node"
import { gateway } from "./gateway.js"
import { provider } from "./provider.js"

const listening = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  // A server that listens at a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const rates = { input: 0.15, output: 0.6 }
await using gate = await Tollgate.open({ memory: true })
await gate.prices.replace([{ provider: "openai", model: "gpt-4o-mini", rates }])
const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
const host = gate.asOrganization(organization.id)
const { data, key } = await host.keys.create({ name: "Docs assistant", limit: 0.0005 })

// In the provider's place: two answers have 100 tokens, the third is endless in the measure of the limit.
let asked = 0
const stub = provider(() => ({ tokens: ++asked < 3 ? 100 : 10_000 }))
const server = gateway({ gate, upstream: await listening(stub), ownKey: "sk-an-invented-one" })
const url = await listening(server)

const ask = async (stream: boolean) => {
  const chat = { model: "gpt-4o-mini", messages: [{ role: "user", content: "Hello" }], stream }
  const init = { method: "POST", headers: { Authorization: `Bearer ${key}` }, body: JSON.stringify(chat) }
  const answer = await fetch(`${url}/v1/chat/completions`, init)
  const text = await answer.text()
  const [, cut] = text.match(/"reason":"(\w+)"/) ?? []
  const { usage } = await host.keys.get(data.hash)
  console.log(answer.status, cut ?? `${text.match(/word/g)?.length} words`, usage)
}
await ask(false)
await ask(true)
await ask(true) // refused in mid-stream: the outcome is unknown, and counts
await ask(false)

for (const open of [server, stub]) {
  open.close()
  open.closeAllConnections()
}
