import { budget, type LanguageModelBudget } from "@tollgate/adapters/ai"
import * as ai7 from "ai"
import * as mocks7 from "ai/test"
import * as ai6 from "ai6"
import * as mocks6 from "ai6/test"
import { describe } from "vitest"
import { openAccount, type Storage } from "../../test/account.js"

/** What a model states of a request, by the specifications v3 and v4. */
export const stated = (input: number | undefined, output: number | undefined, cacheRead = 0, reasoning = 0) => ({
  inputTokens: { total: input, noCache: input && input - cacheRead, cacheRead, cacheWrite: undefined },
  outputTokens: { total: output, text: output && output - reasoning, reasoning }
})

export type Stated = Result["usage"]

type ImageModel = Parameters<typeof ai7.wrapImageModel>[0]["model"]
type ImageMock = new (given: ConstructorParameters<typeof mocks7.MockImageModelV4>[0]) => ImageModel

/** The two versions: what the tests use of the newer one has the same form in the older one, as the tests themselves show. */
const sdks = [
  {
    name: "ai 6",
    storage: "memory" as Storage,
    ai: ai6 as unknown as typeof ai7,
    LanguageModel: mocks6.MockLanguageModelV3 as unknown as typeof mocks7.MockLanguageModelV4,
    EmbeddingModel: mocks6.MockEmbeddingModelV3 as unknown as typeof mocks7.MockEmbeddingModelV4,
    ImageModel: mocks6.MockImageModelV3 as unknown as ImageMock
  },
  {
    name: "ai 7",
    storage: "file" as Storage,
    ai: ai7,
    LanguageModel: mocks7.MockLanguageModelV4,
    EmbeddingModel: mocks7.MockEmbeddingModelV4,
    // By its own types, the mock is no model where a property may be absent but not undefined.
    ImageModel: mocks7.MockImageModelV4 as unknown as ImageMock
  }
]

export type Sdk = (typeof sdks)[number]
type Mock = NonNullable<ConstructorParameters<Sdk["LanguageModel"]>[0]>
export type Result = Awaited<ReturnType<InstanceType<Sdk["LanguageModel"]>["doGenerate"]>>
type Answer = Awaited<ReturnType<InstanceType<Sdk["LanguageModel"]>["doStream"]>>
export type Part = Answer["stream"] extends ReadableStream<infer P> ? P : never

/** The same suite against each version, the older one over memory and the newer one over a file. */
export const withEach = (suite: string, body: (sdk: Sdk) => void) => {
  for (const sdk of sdks) describe(`${suite} (${sdk.name})`, () => body(sdk))
}

/** An account, and how to put its budget on a model `m` of OpenAI's endpoint. */
export const openModels = async (
  { LanguageModel, ai, storage }: Sdk,
  limit = 1,
  given: Partial<LanguageModelBudget> = {}
) => {
  const account = await openAccount(storage, limit)
  const { key, spending } = account
  const modelOf = (mock: Mock, options: Partial<LanguageModelBudget> = {}) =>
    ai.wrapLanguageModel({
      model: new LanguageModel({ modelId: "m", provider: "openai.responses", ...mock }),
      middleware: budget({ spending, key, ...given, ...options })
    })
  return Object.assign(account, { modelOf })
}

/** A whole answer. */
export const result = (usage: Stated, content: Result["content"] = [{ type: "text", text: "hi" }]): Result => ({
  content,
  finishReason: { unified: content.some(({ type }) => type === "tool-call") ? "tool-calls" : "stop", raw: undefined },
  usage,
  warnings: []
})

/** The parts of a streamed text of so many deltas, each of which counts as two tokens. */
export const text = (deltas: number): ReadonlyArray<Part> => [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "0" },
  ...Array.from({ length: deltas }, (): Part => ({ type: "text-delta", id: "0", delta: "hello " })),
  { type: "text-end", id: "0" }
]

export const finish = (usage: Stated): Part => ({
  type: "finish",
  finishReason: { unified: "stop", raw: undefined },
  usage
})

/** An answer that goes on as the test feeds it, and whether its reader has cancelled it. */
export const fed = (...parts: ReadonlyArray<Part>) => {
  let source: ReadableStreamDefaultController<Part> | undefined
  const seen = { cancelled: false }
  const stream = new ReadableStream<Part>({
    start: (controller) => {
      source = controller
      for (const part of parts) controller.enqueue(part)
    },
    cancel: () => {
      seen.cancelled = true
    }
  })
  return {
    stream,
    seen,
    feed: (...more: ReadonlyArray<Part>) => {
      for (const part of more) source?.enqueue(part)
    },
    close: () => source?.close(),
    fail: (error: unknown) => source?.error(error)
  }
}

export const streamed = (...parts: ReadonlyArray<Part>) => {
  const answer = fed(...parts)
  answer.close()
  return { stream: answer.stream }
}

/** What the reader of a streamed text saw. */
export const readAll = async (
  stream: AsyncIterable<{ readonly type: string; readonly error?: unknown; readonly text?: string }>
) => {
  const errors: Array<unknown> = []
  let read = ""
  for await (const part of stream) {
    if (part.type === "error") errors.push(part.error)
    if (part.type === "text-delta") read += part.text
  }
  return { errors, read }
}

/** A provider's answer with a status, which the SDK may repeat at once. */
export const failure = ({ ai }: Sdk, statusCode: number) =>
  new ai.APICallError({
    message: "overloaded",
    url: "https://provider.example",
    requestBodyValues: {},
    statusCode,
    isRetryable: statusCode >= 500,
    responseHeaders: { "retry-after-ms": "0" }
  })
