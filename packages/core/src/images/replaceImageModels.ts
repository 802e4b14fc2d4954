import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import type { NewCatalog } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"

/** Replaces the organization's catalogue of image models, all or nothing. */
export const replaceImageModels = Effect.fn("images.replaceImageModels")(function* (input: NewCatalog) {
  const { organizationId } = yield* manager
  const catalog = yield* ImageModelCatalog
  yield* catalog.replace(organizationId, input.models)
})
