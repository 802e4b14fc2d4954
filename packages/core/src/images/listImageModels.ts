import * as Effect from "effect/Effect"
import { BasePath } from "../BasePath.js"
import { Caller } from "../Caller.js"
import { span } from "../span.js"
import { show } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"

/** The organization's image models, by id. Any key may read them. */
export const listImageModels = Effect.fnUntraced(function* () {
  const { organizationId } = yield* Caller
  const catalog = yield* ImageModelCatalog
  return (yield* catalog.list(organizationId)).map(show(yield* BasePath))
}, span("images.listImageModels"))
