import { Agent, OpenAIProvider, Runner } from "@openai/agents"
import { budgetProvider } from "@tollgate/adapters/openai-agents"
import { BudgetExceeded } from "@tollgate/node"
import { expect, it } from "vitest"
import { card, openAccount, rejection } from "../../test/account.js"
import { openAi } from "../../test/openAi.js"

it("The models of OpenAI's own provider pay, whole and streamed, and it sends nothing that is refused", async () => {
  await using account = await openAccount()
  using openai = await openAi()
  const { gate, hash, host, key, spending } = account
  await gate.prices.replace([card("gpt-5")])
  const provider = new OpenAIProvider({ apiKey: "sk-an-invented-one", baseURL: openai.url, useResponses: false })
  const runner = new Runner({ modelProvider: budgetProvider({ spending, key }, provider), tracingDisabled: true })
  const agent = new Agent({ name: "Docs", model: "gpt-5", modelSettings: { maxTokens: 300 } })

  expect((await runner.run(agent, "Hello")).finalOutput).toBe("hi")
  const streamed = await runner.run(agent, "Hello", { stream: true })
  let text = ""
  for await (const part of streamed.toTextStream()) text += part
  await streamed.completed
  expect(text).toBe("hi")
  const cost = (600 * 1 + 400 * 0.1 + 200 * 10) / 1e6
  expect(await account.ledger()).toEqual({ spent: 2 * cost, held: 0, unknown: 0, holds: [cost, cost] })
  expect(await account.holds()).toMatchObject([
    { models: ["gpt-5"], provider: "openai" },
    { models: ["gpt-5"], provider: "openai" }
  ])

  await host.keys.update(hash, { limit: 0.001 })
  expect(await rejection(runner.run(agent, "Hello"))).toBeInstanceOf(BudgetExceeded)
  expect(openai.seen).toHaveLength(2)
})
