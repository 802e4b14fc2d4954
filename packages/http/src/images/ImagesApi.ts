import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ImageModel } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { Data } from "../Data.js"
import { AnyKey } from "../middleware/AnyKey.js"

const listImageModels = HttpApiEndpoint.get("listImageModels", "/images/models")
  .annotate(OpenApi.Summary, "List image generation models")
  .annotate(OpenApi.Description, "The catalogue of image models")
  .addSuccess(Data(Schema.Array(ImageModel)))
  .middleware(AnyKey)

export class ImagesApi extends HttpApiGroup.make("images")
  .annotate(OpenApi.Title, "Images")
  .annotate(OpenApi.Description, "The catalogue of image models.")
  .add(listImageModels) {}
