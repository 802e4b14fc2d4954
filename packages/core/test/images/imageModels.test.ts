import { describe, expect, it } from "@effect/vitest"
import {
  ImageModel,
  ImageModelNotFound,
  InvalidInput,
  listImageModelEndpoints,
  listImageModels,
  NewImageModels,
  replaceImageModels
} from "@tollgate/core"
import { Effect, Either, Schema } from "effect"
import * as Codec from "../../src/schema/Codec.js"
import { inMemory, openAccount, read } from "../support/account.js"

const model = (id: string) => ({
  id,
  name: "Painter",
  description: "",
  created: 1_772_625_600,
  architecture: { input_modalities: ["text"], output_modalities: ["image"] },
  supported_parameters: { quality: { type: "enum" as const, values: ["low", "high"] } },
  supports_streaming: false
})
const catalog = (...ids: ReadonlyArray<string>) => read(NewImageModels)({ models: ids.map(model) })

describe("listImageModels", () => {
  inMemory(
    "shows any key of the organization its models, by id, with the path of their endpoints, as who put them there was told",
    () =>
      Effect.gen(function* () {
        const { asManager, asOrdinary } = yield* openAccount()
        expect(yield* asOrdinary(listImageModels())).toEqual([])
        const replaced = yield* asManager(replaceImageModels(catalog("zeta/one", "acme/painter:2")))
        const expected = ["acme/painter:2", "zeta/one"].map((id) => ({
          ...model(id),
          endpoints: `/api/v1/images/models/${id}/endpoints`
        }))
        expect(replaced).toEqual(expected)
        expect(yield* asOrdinary(listImageModels())).toEqual(expected)
        expect(yield* asManager(listImageModels())).toEqual(expected)
      })
  )
})

describe("listImageModelEndpoints", () => {
  const endpoint = {
    provider_name: "Acme Cloud",
    provider_slug: "acme-cloud",
    provider_tag: null,
    supported_parameters: {},
    supports_streaming: false,
    pricing: [{ billable: "output_image", unit: "image", cost_usd: 0.04 }],
    allowed_passthrough_parameters: []
  }

  inMemory("shows any key of the organization the endpoints of a model, or none if the catalogue states none", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* openAccount()
      const models = [{ ...model("acme/one"), endpoints: [endpoint] }, model("acme/two")]
      const replaced = yield* asManager(replaceImageModels(read(NewImageModels)({ models })))
      expect(replaced[0]?.endpoints).toBe("/api/v1/images/models/acme/one/endpoints")
      const served = (slug: string) => asOrdinary(listImageModelEndpoints("acme", slug))
      expect(yield* served("one")).toEqual({ id: "acme/one", endpoints: [endpoint] })
      expect(yield* served("two")).toEqual({ id: "acme/two", endpoints: [] })
    })
  )

  inMemory("finds no model of another organization, nor by what is no id", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      yield* asManager(replaceImageModels(catalog("acme/one")))
      const refused = new ImageModelNotFound({})
      expect(yield* Effect.flip(stranger.asManager(listImageModelEndpoints("acme", "one")))).toEqual(refused)
      for (const [author, slug] of [
        ["acme", "two"],
        ["acme/one", ""],
        ["ACME", "one"],
        ["", ""]
      ] as const) {
        expect(yield* Effect.flip(asManager(listImageModelEndpoints(author, slug)))).toEqual(refused)
      }
    })
  )
})

describe("replaceImageModels", () => {
  inMemory("replaces the whole catalogue of this organization and of no other", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const ids = Effect.map(listImageModels(), (models) => models.map(({ id }) => id))
      yield* asManager(replaceImageModels(catalog("acme/one", "acme/two")))
      yield* stranger.asManager(replaceImageModels(catalog("acme/theirs")))
      yield* asManager(replaceImageModels(catalog("acme/three")))
      expect([yield* asManager(ids), yield* stranger.asManager(ids)]).toEqual([["acme/three"], ["acme/theirs"]])
      yield* asManager(replaceImageModels(catalog()))
      expect(yield* asManager(ids)).toEqual([])
    })
  )

  inMemory("keeps a parameter's descriptor of every kind", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const supported_parameters = {
        quality: { type: "enum", values: ["low", "high"] },
        seed: { type: "range", min: -0, max: Number.MAX_SAFE_INTEGER },
        transparent: { type: "boolean" }
      } as const
      const input = read(NewImageModels)({ models: [{ ...model("acme/one"), supported_parameters }] })
      const kept = { ...supported_parameters, seed: { ...supported_parameters.seed, min: 0 } }
      for (const shown of [yield* asManager(replaceImageModels(input)), yield* asManager(listImageModels())]) {
        expect(shown.map((one) => one.supported_parameters)).toStrictEqual([kept])
        expect(Codec.encode(Schema.Array(ImageModel), shown)).toEqual(Either.right(shown))
      }
    })
  )

  it("takes no other descriptor, and says which kinds there are", () => {
    const refused = (a: unknown) => {
      const given = { models: [{ ...model("acme/one"), supported_parameters: { a } }] }
      const decoded = Codec.decode(NewImageModels, given)
      return Either.getOrThrow(Either.flip(Either.mapLeft(decoded, InvalidInput.fromParseError)))
    }
    const at = (...path: ReadonlyArray<string>) => ["models", 0, "supported_parameters", "a", ...path]
    expect(refused({ type: "range", min: 2, max: 1 }).issues).toEqual([
      { path: at("max"), expected: "a number not below min" }
    ])
    for (const value of [
      { type: "range", min: 0, max: 2 ** 53 },
      { type: "range", min: 0, max: "1" }
    ]) {
      expect(refused(value).issues).toEqual([
        { path: at("max"), expected: "a number from -9007199254740991 to 9007199254740991" }
      ])
    }
    for (const value of [{ type: "integer" }, { values: [] }, {}, [], "boolean", null]) {
      expect(refused(value).issues).toMatchObject([{ expected: expect.any(String) }])
    }
  })

  it("takes models that take at most 5,000,000 bytes as JSON in UTF-8", () => {
    const decode = Schema.decodeUnknownEither(NewImageModels)
    const bytes = (models: ReadonlyArray<object>) => Buffer.byteLength(JSON.stringify(models))
    const described = (id: string, description: string) => ({ ...model(id), description })
    const full = Array.from({ length: 605 }, (_, n) => described(`acme/m${n}`, "é".repeat(4000)))
    const filled = [...full, described("acme/next", "x".repeat(4000))]
    const empty = described("acme/last", "")
    const last = { ...empty, description: "x".repeat(5_000_000 - bytes([...filled, empty])) }
    const issues = (models: ReadonlyArray<object>) =>
      Either.mapLeft(decode({ models }), (error) => InvalidInput.fromParseError(error).issues)
    expect(Either.isRight(issues([...filled, last]))).toBe(true)
    expect(issues([...filled, { ...last, description: `${last.description}x` }])).toEqual(
      Either.left([{ path: ["models"], expected: "models that take at most 5000000 bytes as JSON" }])
    )
  })

  it("takes each model once, at most 1,000, by ids of the form <vendor>/<model>", () => {
    const decode = Schema.decodeUnknownEither(NewImageModels)
    const takes = (...ids: ReadonlyArray<string>) => Either.isRight(decode({ models: ids.map(model) }))
    const many = (count: number) => Array.from({ length: count }, (_, n) => `acme/m${n}`)
    expect([takes(...many(1000)), takes(...many(1001)), takes("acme/a", "acme/a")]).toEqual([true, false, false])
    expect(["acme", "Acme/a", "acme/", "/a", "acme/a/b", "acme/../x", "../a"].filter((id) => takes(id))).toEqual([])
  })
})
