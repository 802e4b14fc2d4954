import { budget, budgetEmbedding, budgetImage } from "@tollgate/adapters/ai"
import * as ai7 from "ai"
import * as mocks7 from "ai/test"
import * as ai6 from "ai6"
import * as mocks6 from "ai6/test"
import { expect, it } from "vitest"
import { openAccount } from "../../test/account.js"

/** By its own types, the mock is no model where a property may be absent but not undefined. */
type ImageModelV4 = Extract<Parameters<typeof ai7.wrapImageModel>[0]["model"], { specificationVersion: "v4" }>

it("one object is middleware of both versions, by their own types", async () => {
  await using account = await openAccount()
  const { key, spending } = account
  const text = budget({ spending, key })
  const embedding = budgetEmbedding({ spending, key })
  const image = budgetImage({ spending, key, output: 1_000 })
  const wrapped = [
    ai6.wrapLanguageModel({ model: new mocks6.MockLanguageModelV3(), middleware: text }),
    ai7.wrapLanguageModel({ model: new mocks7.MockLanguageModelV4(), middleware: [text] }),
    ai6.wrapEmbeddingModel({ model: new mocks6.MockEmbeddingModelV3(), middleware: embedding }),
    ai7.wrapEmbeddingModel({ model: new mocks7.MockEmbeddingModelV4(), middleware: embedding }),
    ai6.wrapImageModel({ model: new mocks6.MockImageModelV3(), middleware: image }),
    ai7.wrapImageModel({ model: new mocks7.MockImageModelV4() as ImageModelV4, middleware: image }),
    // A model of the older specification in the newer version.
    ai7.wrapLanguageModel({ model: new mocks7.MockLanguageModelV3(), middleware: text })
  ]
  expect(wrapped.map(({ specificationVersion }) => specificationVersion)).toEqual([
    "v3",
    "v4",
    "v3",
    "v4",
    "v3",
    "v4",
    "v4"
  ])
})
