import { refusalIn, wrapModelCall } from "@tollgate/adapters/langchain"
import { BudgetExceeded } from "@tollgate/node"
import { createAgent, createMiddleware, initChatModel } from "langchain"
import { expect, it } from "vitest"
import { card, openAccount, rejection } from "../../test/account.js"
import { openAi } from "../../test/openAi.js"

it("A model that is made from a name is priced by that, whole and streamed, and its client sends nothing that is refused", async () => {
  await using account = await openAccount()
  using openai = await openAi()
  const { gate, hash, host, key, spending } = account
  await gate.prices.replace([card("gpt-5")])
  const options = { configuration: { baseURL: openai.url }, apiKey: "sk-an-invented-one", maxTokens: 300 }
  const model = await initChatModel("openai:gpt-5", options)
  const middleware = [createMiddleware({ name: "Budget", wrapModelCall: wrapModelCall({ spending, key }) })]
  const agent = createAgent({ model, middleware })
  const question = { messages: [{ role: "user", content: "Hello" }] }

  expect((await agent.invoke(question)).messages.at(-1)?.text).toBe("hi")
  let text = ""
  for await (const [part] of await agent.stream(question, { streamMode: "messages" })) text += part.text
  expect(text).toBe("hi")
  const cost = (600 * 1 + 400 * 0.1 + 200 * 10) / 1e6
  expect(await account.ledger()).toEqual({ spent: 2 * cost, held: 0, unknown: 0, holds: [cost, cost] })
  for (const { amount, models, provider } of await account.holds()) {
    expect({ models, provider }).toEqual({ models: ["gpt-5"], provider: "openai" })
    // 300 output tokens, and the input.
    expect(amount).toBeGreaterThan(0.003)
    expect(amount).toBeLessThan(0.0031)
  }

  await host.keys.update(hash, { limit: 0.001 })
  expect(refusalIn(await rejection(agent.invoke(question)))).toBeInstanceOf(BudgetExceeded)
  expect(openai.seen).toHaveLength(2)
})
