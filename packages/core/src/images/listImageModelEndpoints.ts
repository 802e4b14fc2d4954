import * as Effect from "effect/Effect"
import { Caller } from "../access/Caller.js"
import { requireOwned } from "../access/requireOwned.js"
import { withSpan } from "../runtime/withSpan.js"
import { ImageModelId } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"
import { type ImageModelEndpoints, ImageModelNotFound } from "./ImageModelEndpoints.js"

const requireImageModel = requireOwned(ImageModelId, () => new ImageModelNotFound())

/**
 * Returns the providers that serve an image model of the organization, by the two parts of its id. Open to every key.
 *
 * Fails with `ImageModelNotFound`.
 */
export const listImageModelEndpoints = Effect.fnUntraced(function* (author: string, slug: string) {
  const { organizationId } = yield* Caller
  const catalog = yield* ImageModelCatalog
  const { endpoints = [], id } = yield* requireImageModel(`${author}/${slug}`, (id) => catalog.find(organizationId, id))
  const served: ImageModelEndpoints = { id, endpoints }
  return served
}, withSpan("images.listImageModelEndpoints"))
