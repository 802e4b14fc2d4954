import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ImageModel, ImageModelEndpoints, NewImageModels } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { AnyApiKey, AnyKey } from "./AnyKey.js"
import { BodyLimit, MIB } from "./BodyLimit.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { ImageModelPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listImageModels = HttpApiEndpoint.get("listImageModels", "/images/models")
  .annotate(OpenApi.Summary, "List image generation models")
  .annotate(OpenApi.Description, "Returns the catalogue of image generation models, by id.")
  .addSuccess(DataEnvelope(Schema.Array(ImageModel)))
  .middleware(AnyKey)

const listImageModelEndpoints = HttpApiEndpoint.get("listImageModelEndpoints", "/images/models/:author/:slug/endpoints")
  .annotate(OpenApi.Summary, "List the endpoints of an image generation model")
  .annotate(
    OpenApi.Description,
    "Returns the providers that serve an image generation model, with their parameters and prices."
  )
  .setPath(ImageModelPath)
  .addSuccess(ImageModelEndpoints)
  .pipe(declareErrors("ImageModelNotFound"), rateLimit(600))
  .middleware(AnyApiKey)

const replaceImageModels = HttpApiEndpoint.put("replaceImageModels", "/images/models")
  .annotate(OpenApi.Summary, "Replace image generation models")
  .annotate(OpenApi.Description, "Replaces the whole catalogue in one transaction and returns it.")
  .setPayload(NewImageModels)
  .annotate(BodyLimit, 5 * MIB)
  .addSuccess(DataEnvelope(Schema.Array(ImageModel)))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

export class ImagesApi extends HttpApiGroup.make("images")
  .annotate(OpenApi.Title, "Images")
  .annotate(OpenApi.Description, "The catalogue of image generation models.")
  .add(listImageModels)
  .add(listImageModelEndpoints)
  .add(replaceImageModels) {}
