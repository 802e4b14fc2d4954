import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Tollgate } from "@tollgate/node"
import { expect, it } from "vitest"
import { gateway } from "./gateway/dist/gateway.js"

it("the gateway example answers a refusal as OpenAI's clients expect it, and tells a caller no more about a key than its holder learns", async () => {
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
    const { code, details, message } = (await answer.json()).error
    const { status, headers } = answer
    return [status, headers.get("x-should-retry"), code, message, details?.reason, details?.remaining_output_tokens]
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
  const unknown = "The key is unknown, malformed, disabled or expired."
  const spent =
    "The amount does not fit the lifetime budget of the key. $0.000001 of $0.000001 is left, enough for 0 output tokens."
  const unpriced = "The gateway has no price for the model unknown: use another one, or ask its operator."
  expect(answers).toEqual([
    [401, "false", "invalid_api_key", unknown, "invalid_credential", undefined],
    [429, "false", "insufficient_quota", spent, "budget_spent", 0],
    [400, "false", "invalid_request", unpriced, "price_unknown", undefined],
    [400, "false", "invalid_request", "input: expected one JSON object", "invalid_input", undefined],
    [502, null, "no_answer", "The provider did not answer.", undefined, undefined]
  ])
})
