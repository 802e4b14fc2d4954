import * as Effect from "effect/Effect"
import { BasePath } from "../BasePath.js"
import { Caller } from "../Caller.js"
import { span } from "../span.js"
import type { CatalogEntry, ImageModel } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"

const show =
  (basePath: string) =>
  (model: CatalogEntry): ImageModel => ({
    ...model,
    endpoints: `${basePath}/api/v1/images/models/${model.id}/endpoints`
  })

/** The organization's image models, by id. Any key may read them. */
export const listImageModels = Effect.fnUntraced(function* () {
  const { organizationId } = yield* Caller
  const catalog = yield* ImageModelCatalog
  return (yield* catalog.list(organizationId)).map(show(yield* BasePath))
}, span("images.listImageModels"))
