import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Tollgate } from "@tollgate/node"
import { gateway } from "./gateway.js"

const listening = async (server: Server) => {
  await once(server.listen(0, "127.0.0.1"), "listening")
  // A server that listens at a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// In the provider's place: every completion costs four cents.
const provider = createServer(({ headers }, response) =>
  response.end(JSON.stringify({ asked_with: headers.authorization, usage: { cost: 0.04 } }))
)

await using gate = await Tollgate.open({ memory: true })
const { key: managementKey, organization } = await gate.organizations.findOrCreate({
  name: "Acme",
  owner_user_id: "ada"
})
const host = gate.asOrganization(organization.id)
await host.byok.create({
  provider: "openai",
  key: "sk-proj-an-invented-one-for-this-example",
  allowed_models: ["gpt-5"]
})
const { key } = await host.keys.create({ name: "Docs assistant", limit: 0.05, include_byok_in_limit: true })

const server = gateway(gate, await listening(provider))
const url = await listening(server)
const ask = async (secret: string, model: string) => {
  const init = { method: "POST", headers: { Authorization: `Bearer ${secret}` }, body: JSON.stringify({ model }) }
  const answer = await fetch(url, init)
  console.log(answer.status, await answer.text())
}
await ask(key, "gpt-5")
await ask(key, "another-model")
await ask(key, "gpt-5") // one cent was left
await ask(key, "gpt-5")
await ask(managementKey ?? "", "gpt-5")
await ask("stolen", "gpt-5")
for (const open of [server, provider]) {
  open.close()
  open.closeAllConnections()
}
