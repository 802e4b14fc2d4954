import * as Effect from "effect/Effect"
import { Caller } from "../access/Caller.js"
import { BasePath } from "../runtime/BasePath.js"
import { withSpan } from "../runtime/withSpan.js"
import { show } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"

/** Returns the organization's image models in the order of their ids. Open to every key. */
export const listImageModels = Effect.fnUntraced(function* () {
  const { organizationId } = yield* Caller
  const catalog = yield* ImageModelCatalog
  return (yield* catalog.list(organizationId)).map(show(yield* BasePath))
}, withSpan("images.listImageModels"))
