import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ImageModel } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { AnyKey } from "../auth/AnyKey.js"

const listImageModels = HttpApiEndpoint.get("listImageModels", "/images/models")
  .annotate(OpenApi.Identifier, "listImageModels")
  .annotate(OpenApi.Summary, "List image generation models")
  .addSuccess(Schema.Struct({ data: Schema.Array(ImageModel) }))
  .middleware(AnyKey)

export class ImagesApi extends HttpApiGroup.make("images").annotate(OpenApi.Title, "Images").add(listImageModels) {}
