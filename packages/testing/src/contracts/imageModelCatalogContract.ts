import { expect } from "@effect/vitest"
import { ImageModelId, type NewImageModel, type OrganizationId } from "@tollgate/core"
import { ImageModelCatalog } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { anImageModel } from "../images.js"
import { aHome } from "../organizations.js"
import { contract } from "./contract.js"

const stored = Effect.gen(function* () {
  const catalog = yield* ImageModelCatalog
  return { catalog, organization: (yield* aHome()).organization_id, other: (yield* aHome("Other")).organization_id }
})

/** Promises of every `ImageModelCatalog`. */
export const imageModelCatalogContract = contract<ImageModelCatalog>("ImageModelCatalog", (promise) => {
  promise("is empty at first", () =>
    Effect.gen(function* () {
      const { catalog, organization } = yield* stored
      expect(yield* catalog.list(organization)).toEqual([])
    })
  )

  promise("gives back every model as it was stored, in the given order", () =>
    Effect.gen(function* () {
      const { catalog, organization } = yield* stored
      const ids = ["zeta/one", "acme/painter", "acme/painter:2", "acme/a.b", "acme/10", "acme/9", "acme-b/x"]
      const models = ids.map((id) => anImageModel({ id }))
      const odd = anImageModel({
        id: "odd/model",
        name: "Ödd 𝕏",
        description: "",
        created: 0,
        architecture: { input_modalities: [], output_modalities: ["image", "text"] },
        supported_parameters: {
          quality: { type: "enum", values: [] },
          seed: { type: "range", min: -1, max: Number.MAX_SAFE_INTEGER },
          strength: { type: "range", min: -0.1, max: 1e-9 },
          transparent: { type: "boolean" }
        },
        supports_streaming: true,
        endpoints: [
          {
            provider_name: "Ödd",
            provider_slug: "odd",
            provider_tag: null,
            supported_parameters: { seed: { type: "range", min: 0, max: 1 } },
            supports_streaming: false,
            pricing: [
              { billable: "output_image", unit: "image", cost_usd: 0.04, variant: "large" },
              { billable: "input_text", unit: "token", cost_usd: 3e-13 }
            ],
            allowed_passthrough_parameters: ["style"]
          },
          {
            provider_name: "Bare",
            provider_slug: "bare",
            supported_parameters: {},
            supports_streaming: true,
            pricing: []
          }
        ]
      })
      yield* catalog.replace(organization, [...models, odd])
      expect(yield* catalog.list(organization)).toEqual([...models, odd])
    })
  )

  promise("replaces the whole catalogue, of this organization only", () =>
    Effect.gen(function* () {
      const { catalog, organization, other } = yield* stored
      const [first, second] = [anImageModel({ id: "acme/one" }), anImageModel({ id: "acme/two", name: "Two" })]
      yield* catalog.replace(organization, [first])
      yield* catalog.replace(other, [first])
      yield* catalog.replace(organization, [second])
      expect(yield* catalog.list(organization)).toEqual([second])
      expect(yield* catalog.list(other)).toEqual([first])
      yield* catalog.replace(organization, [])
      expect(yield* catalog.list(organization)).toEqual([])
    })
  )

  promise("finds a model of this organization by its id", () =>
    Effect.gen(function* () {
      const { catalog, organization, other } = yield* stored
      const [first, second] = [anImageModel({ id: "acme/one" }), anImageModel({ id: "acme/two", name: "Two" })]
      yield* catalog.replace(organization, [first, second])
      yield* catalog.replace(other, [first])
      const find = (from: OrganizationId, { id }: NewImageModel) => Effect.map(catalog.find(from, id), Option.getOrNull)
      expect([yield* find(organization, second), yield* find(other, first)]).toEqual([second, first])
      expect([yield* find(other, second), yield* find((yield* aHome("Third")).organization_id, first)]).toEqual([
        null,
        null
      ])
    })
  )

  promise("is always one of the stored catalogues, never a mixture", () =>
    Effect.gen(function* () {
      const { catalog, organization } = yield* stored
      const catalogs = Array.from({ length: 6 }, (_, version) =>
        Array.from({ length: version * 5 }, (_, index) =>
          anImageModel({ id: ImageModelId.make(`acme/model-${index}`), created: version })
        )
      )
      const lists = yield* Effect.forEach(
        catalogs,
        (models) => Effect.zipRight(catalog.replace(organization, models), catalog.list(organization)),
        { concurrency: "unbounded" }
      )
      for (const list of lists) {
        expect(new Set(list.map(({ created }) => created)).size).toBeLessThanOrEqual(1)
        expect(list.length).toBe((list[0]?.created ?? 0) * 5)
      }
    })
  )
})
