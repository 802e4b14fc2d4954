import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { documented } from "../schema/fields.js"
import { unchecked } from "../schema/unchecked.js"
import { ImageEndpoint } from "./ImageEndpoint.js"
import { ImageModelId } from "./ImageModel.js"

/** The providers that serve an image model. */
export const ImageModelEndpoints = Schema.Struct({
  id: documented(unchecked(ImageModelId), "Model id of the form `<vendor>/<model>`.", "acme/painter"),
  endpoints: documented(
    Schema.Array(ImageEndpoint),
    "The providers that serve the model, in the order of the catalogue."
  )
}).annotations({ identifier: "ImageModelEndpoints", description: "The providers that serve an image model." })
export interface ImageModelEndpoints extends Schema.Schema.Type<typeof ImageModelEndpoints> {}

/** The organization's catalogue has no image model with this id. */
export class ImageModelNotFound extends notFound<ImageModelNotFound>()("ImageModelNotFound", {}, () => ({})) {}
