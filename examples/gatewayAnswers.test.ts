import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Tollgate } from "@tollgate/node"
import { expect, it } from "vitest"
import { gateway } from "./gateway/dist/gateway.js"

it("the gateway example answers a refusal as Tollgate does, and tells a caller no more about a key than its holder learns", async () => {
  await using gate = await Tollgate.open({ memory: true })
  const rates = { input: 0.15, output: 0.6 }
  await gate.prices.replace([{ provider: "openai", model: "gpt-4o-mini", rates }])
  const { organization } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
  const { data, key } = await gate.asOrganization(organization.id).keys.create({ name: "Small", limit: 0.000001 })
  const server = gateway({ gate, upstream: "http://127.0.0.1:1", ownKey: "sk-own" })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo // a server that listens at a port has such an address
  const ask = async (secret: string, body: string) => {
    const init = { method: "POST", headers: { Authorization: `Bearer ${secret}` }, body }
    const answer = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, init)
    const { code, message, metadata } = (await answer.json()).error
    return [answer.status, answer.headers.get("www-authenticate"), code, message, metadata?.reason, metadata?.key_state]
  }
  const chat = (model: string) => JSON.stringify({ model, messages: [] })
  const answers = [
    await ask("tg_sk_stolen", chat("gpt-4o-mini")),
    await ask(key, chat("gpt-4o-mini")),
    await ask(key, chat("unknown")),
    await ask(key, "{")
  ]
  await gate.asOrganization(organization.id).keys.update(data.hash, { limit: null })
  answers.push(await ask(key, chat("gpt-4o-mini")))
  server.close()
  server.closeAllConnections()
  expect(answers).toEqual([
    [401, "Bearer", 401, "Invalid credentials", "invalid_credential", undefined],
    [402, null, 402, "Insufficient budget", "budget_spent", undefined],
    [400, null, 400, "Invalid request parameters", "price_unknown", undefined],
    [400, null, 400, "Invalid request parameters", "invalid_input", undefined],
    [502, null, 502, "The provider did not answer.", undefined, undefined]
  ])
})
