import { budget, budgetEmbedding, budgetImage } from "@tollgate/adapters/ai"
import { wrapModelCall, wrapToolCall } from "@tollgate/adapters/langchain"
import { Tollgate } from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { openAccount, rejection } from "./account.js"

const adapters = Object.entries({ budget, budgetEmbedding, budgetImage, wrapModelCall, wrapToolCall })

describe.each(adapters)("%s refuses in one sentence that says what to change", (name, adapter) => {
  // What a JavaScript program may pass.
  const given = (options: object) => () => adapter(options as never)

  it("a missing key", async () => {
    await using account = await openAccount()
    const { spending } = account
    const keyMissing = new TypeError(
      `${name} needs \`key\`: pass the API key that pays, or a function that returns it.`
    )
    expect(given({ spending })).toThrow(keyMissing)
    expect(given({ spending, key: "" })).toThrow(keyMissing)
    expect(given({ spending, key: 7 })).toThrow(keyMissing)
  })

  it("missing holds, or those of a connection, which end in another process", async () => {
    const spendingMissing = new TypeError(
      `${name} needs \`spending\` of an open gate: pass \`gate.spending\` of \`Tollgate.open\` of @tollgate/node.`
    )
    expect(given({ key: "tg_sk_a" })).toThrow(spendingMissing)
    await using server = Tollgate.connect({ url: "http://127.0.0.1:1" })
    const { spending } = server.withGatewayKey("tg_gk_a")
    expect(given({ spending, key: "tg_sk_a" })).toThrow(spendingMissing)
    expect(given(undefined as never)).toThrow(spendingMissing)
  })

  it("the hash of a key, and a key of another kind", async () => {
    await using account = await openAccount()
    const { hash, spending } = account
    for (const key of [hash, "tg_mk_0a1B", "acme_gk_0a1B"]) {
      expect(given({ spending, key })).toThrow(
        new TypeError(
          `${name} needs \`key\`, and it was given a hash, a management key or a gateway key: pass the secret of the API key that pays.`
        )
      )
    }
  })

  it("an option that it does not have, and a word that an option does not have", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    expect(given({ spending, key, onabort: "drain" })).toThrow(
      `${name} has no option \`onabort\`: it has \`spending\`,`
    )
    expect(given({ spending, key, onAbort: "drian" })).toThrow(
      new TypeError(`${name} has no such \`onAbort\`: pass \`unknown\`, \`estimate\` or \`drain\`.`)
    )
  })
})

describe("A model of another specification", () => {
  const model = { specificationVersion: "v2", modelId: "m", provider: "openai" }
  const sentence = (name: string) =>
    new TypeError(
      `${name} needs a model of specification v3 or v4, and m has v2: use \`ai\` 6 or 7, and a provider for it.`
    )
  const send = () => Promise.reject(new Error("it was sent"))

  it("is refused before anything is held", async () => {
    await using account = await openAccount()
    const { key, spending } = account
    const text = { model, params: { prompt: "Hello" }, doGenerate: send, doStream: send }
    expect(await rejection(budget({ spending, key }).wrapGenerate(text))).toEqual(sentence("budget"))
    expect(await rejection(budget({ spending, key }).wrapStream(text))).toEqual(sentence("budget"))
    const values = { model, params: { values: ["Hello"] }, doEmbed: send }
    expect(await rejection(budgetEmbedding({ spending, key }).wrapEmbed(values))).toEqual(sentence("budgetEmbedding"))
    const image = { model, params: { prompt: "A cat", n: 1 }, doGenerate: send }
    expect(await rejection(budgetImage({ spending, key }).wrapGenerate(image))).toEqual(sentence("budgetImage"))
    expect((await account.ledger()).holds).toEqual([])
  })
})
