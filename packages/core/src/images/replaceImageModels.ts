import * as Effect from "effect/Effect"
import * as Order from "effect/Order"
import { ManagementCaller } from "../access/Caller.js"
import { change } from "../records/change.js"
import { BasePath } from "../runtime/BasePath.js"
import { type NewImageModel, type NewImageModels, show } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"

const byId = Order.mapInput(Order.string, ({ id }: NewImageModel): string => id)

/** Replaces the organization's whole catalogue of image models, and returns it in the order of the ids. */
export const replaceImageModels = Effect.fnUntraced(function* ({ models }: NewImageModels) {
  const { organizationId } = yield* ManagementCaller
  const catalog = yield* ImageModelCatalog
  const sorted = models.toSorted(byId)
  yield* catalog.replace(organizationId, sorted)
  return sorted.map(show(yield* BasePath))
}, change("images.replaceImageModels"))
