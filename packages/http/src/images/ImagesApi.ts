import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ImageModel, NewCatalog } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { Data } from "../Data.js"
import { AnyKey } from "../middleware/AnyKey.js"
import { ManagementKey } from "../middleware/ManagementKey.js"
import { perMinute } from "../middleware/PerMinute.js"
import { refuses } from "../refuses.js"

const listImageModels = HttpApiEndpoint.get("listImageModels", "/images/models")
  .annotate(OpenApi.Summary, "List image generation models")
  .annotate(OpenApi.Description, "The catalogue of image models")
  .addSuccess(Data(Schema.Array(ImageModel)))
  .middleware(AnyKey)

const replaceImageModels = HttpApiEndpoint.put("replaceImageModels", "/images/models")
  .annotate(OpenApi.Summary, "Replace image generation models")
  .annotate(OpenApi.Description, "Replaces the whole catalogue, all or nothing, and answers with it as it is listed")
  .setPayload(NewCatalog)
  .addSuccess(Data(Schema.Array(ImageModel)))
  .pipe(refuses("InvalidInput"), perMinute(600))
  .middleware(ManagementKey)

export class ImagesApi extends HttpApiGroup.make("images")
  .annotate(OpenApi.Title, "Images")
  .annotate(OpenApi.Description, "The catalogue of image models.")
  .add(listImageModels)
  .add(replaceImageModels) {}
