import { describe, expect, it } from "@effect/vitest"
import { listImageModels, NewImageModels, replaceImageModels } from "@tollgate/core"
import { Effect, Either, Schema } from "effect"
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

  it("takes each model once, at most 1,000, by ids of the form <vendor>/<model>", () => {
    const decode = Schema.decodeUnknownEither(NewImageModels)
    const takes = (...ids: ReadonlyArray<string>) => Either.isRight(decode({ models: ids.map(model) }))
    const many = (count: number) => Array.from({ length: count }, (_, n) => `acme/m${n}`)
    expect([takes(...many(1000)), takes(...many(1001)), takes("acme/a", "acme/a")]).toEqual([true, false, false])
    expect(["acme", "Acme/a", "acme/", "/a", "acme/a/b", "acme/../x", "../a"].filter((id) => takes(id))).toEqual([])
  })
})
