import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ImageModel } from "@tollgate/core"
import { Schema } from "effect"
import { AnyKey } from "../auth/AnyKey.js"

const listImageModels = HttpApiEndpoint.get("listImageModels", "/images/models")
  .annotate(OpenApi.Identifier, "listImageModels")
  .annotate(OpenApi.Summary, "List image generation models")
  .addSuccess(Schema.Struct({ data: Schema.Array(ImageModel) }))
  .middleware(AnyKey)

export class ImagesApi extends HttpApiGroup.make("images").annotate(OpenApi.Title, "Images").add(listImageModels) {}
