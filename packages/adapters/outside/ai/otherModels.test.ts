import { budget, budgetEmbedding, budgetImage, type ImageModelBudget, type ModelBudget } from "@tollgate/adapters/ai"
import { BudgetExceeded } from "@tollgate/node"
import { expect, it } from "vitest"
import { card, openAccount, rejection } from "../../test/account.js"
import { result, type Sdk, stated, withEach } from "./sdks.js"

/** An account with prices of an embedding model and of two image models: by the image, and by the token. */
const openOthers = async ({ EmbeddingModel, ImageModel, ai, storage }: Sdk, limit = 1) => {
  const account = await openAccount(storage, limit)
  const { gate, key, spending } = account
  await gate.prices.replace([
    card("m"),
    { provider: "openai", model: "e", rates: { input: 2 } },
    { provider: "openai", model: "i", rates: { image: 0.04 } },
    { provider: "openai", model: "t", rates: { input: 5, image_output: 40 } }
  ])
  const embedding = (tokens: unknown, options: Partial<ModelBudget> = {}) =>
    ai.wrapEmbeddingModel({
      model: new EmbeddingModel({
        modelId: "e",
        provider: "openai.embedding",
        maxEmbeddingsPerCall: 2,
        doEmbed: async ({ values }) => ({
          embeddings: values.map(() => [0.5]),
          warnings: [],
          // Whatever a provider states.
          ...(tokens !== undefined && { usage: { tokens: tokens as number } })
        })
      }),
      middleware: budgetEmbedding({ spending, key, ...options })
    })
  const image = (modelId: string, usage?: object | null, options: Partial<ImageModelBudget> = {}) =>
    ai.wrapImageModel({
      model: new ImageModel({
        modelId,
        provider: "openai.image",
        maxImagesPerCall: 2,
        doGenerate: async ({ n }) => ({
          images: Array.from({ length: n }, () => "aGVsbG8="),
          warnings: [],
          response: { timestamp: new Date(0), modelId, headers: undefined },
          ...(usage && {
            usage: { totalTokens: undefined, inputTokens: undefined, outputTokens: undefined, ...usage }
          }),
          // What a provider that is broken states.
          ...(usage === null && { usage: null as never })
        })
      }),
      middleware: budgetImage({ spending, key, ...options })
    })
  return Object.assign(account, { embedding, image })
}

withEach("Embeddings", (sdk) => {
  const { ai } = sdk

  it("cost the tokens that they state, each call of the model for itself", async () => {
    await using account = await openOthers(sdk)
    await ai.embed({ model: account.embedding(5), value: "Hello" })
    expect(await account.ledger()).toEqual({ spent: 0.00001, held: 0, unknown: 0, holds: [0.00001] })
    const { embeddings } = await ai.embedMany({ model: account.embedding(10), values: ["a", "b", "c"] })
    expect(embeddings).toHaveLength(3)
    expect(await account.ledger()).toEqual({ spent: 0.00005, held: 0, unknown: 0, holds: [0.00001, 0.00002, 0.00002] })
  })

  it("are unknown without a usage, or estimated by their texts: never 0", async () => {
    await using account = await openOthers(sdk)
    for (const tokens of [undefined, Number.NaN, null, 0, 1.5, "5"]) {
      await ai.embed({ model: account.embedding(tokens), value: "Hello" })
      const { amount } = (await account.holds()).at(-1) ?? {}
      await ai.embed({ model: account.embedding(tokens, { onMissingUsage: "estimate" }), value: "Hello" })
      const { holds } = await account.ledger()
      expect(holds.slice(-2)).toEqual(["unknown", amount])
    }
    expect(await account.ledger()).toMatchObject({ held: 0 })
  })

  it("are refused before they are sent", async () => {
    await using account = await openOthers(sdk, 0)
    const refusal = await rejection(ai.embed({ model: account.embedding(5), value: "Hello", maxRetries: 3 }))
    expect(refusal).toBeInstanceOf(BudgetExceeded)
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 0, holds: [] })
  })
})

withEach("Images", (sdk) => {
  const { ai } = sdk

  it("cost what each of them does, each call of the model for itself", async () => {
    await using account = await openOthers(sdk)
    const { images } = await ai.generateImage({ model: account.image("i"), prompt: "A cat", n: 3 })
    expect(images).toHaveLength(3)
    const { holds, ...counters } = await account.ledger()
    expect([holds.sort(), counters]).toEqual([[0.04, 0.08], { spent: 0.12, held: 0, unknown: 0 }])
  })

  it("cost the tokens that they state where their model is priced by tokens; without those they are unknown", async () => {
    await using account = await openOthers(sdk)
    const usage = { inputTokens: 100, outputTokens: 1_000 }
    const model = account.image("t", usage, { output: 2_000 })
    await ai.generateImage({ model, prompt: "A cat" })
    expect(await account.ledger()).toEqual({ spent: 0.0405, held: 0, unknown: 0, holds: [0.0405] })
    const [{ amount = 0 } = {}] = await account.holds()
    expect(amount).toBeGreaterThan(0.08)
    for (const partial of [undefined, null, { inputTokens: 100 }, { inputTokens: 0, outputTokens: 0 }]) {
      await ai.generateImage({ model: account.image("t", partial, { output: 2_000 }), prompt: "A cat" })
      expect((await account.ledger()).holds.at(-1)).toBe("unknown")
    }
    const estimating = account.image("t", undefined, { output: 2_000, onMissingUsage: "estimate" })
    await ai.generateImage({ model: estimating, prompt: "A cat" })
    expect((await account.ledger()).holds.at(-1)).toBe(amount)
    expect(await account.ledger()).toMatchObject({ held: 0 })
  })

  it("are refused before they are made, or if their model has no price of this kind", async () => {
    await using account = await openOthers(sdk, 0.05)
    const refused = (model: ReturnType<typeof account.image>, n = 1) =>
      rejection(ai.generateImage({ model, prompt: "A cat", n, maxRetries: 3 }))
    expect(await refused(account.image("i"), 2)).toBeInstanceOf(BudgetExceeded)
    expect(await refused(account.image("t"))).toMatchObject({ _tag: "PriceUnknown", model: "t", provider: "openai" })
    expect(await account.ledger()).toEqual({ spent: 0, held: 0, unknown: 0, holds: [] })
  })
})

withEach("A provider", (sdk) => {
  const { ai } = sdk

  it("has one budget on all its models", async () => {
    await using account = await openOthers(sdk)
    const { key, spending } = account
    const models = ["m", "e"].map((modelId) => {
      const answer = { doGenerate: async () => result(stated(100, 0)) }
      return [modelId, new sdk.LanguageModel({ modelId, provider: "openai.chat", ...answer })] as const
    })
    const languageModels = Object.fromEntries(models)
    const provider = ai.wrapProvider({
      provider: ai.customProvider({ languageModels }),
      languageModelMiddleware: budget({ spending, key, output: 0 })
    })
    for (const [modelId] of models) {
      await ai.generateText({ model: provider.languageModel(modelId), prompt: "Hello", maxRetries: 0 })
      await account.ledger()
    }
    expect(await account.ledger()).toEqual({ spent: 0.0003, held: 0, unknown: 0, holds: [0.0001, 0.0002] })
  })
})
