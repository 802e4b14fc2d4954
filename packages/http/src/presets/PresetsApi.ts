import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Preset } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { AnyKey } from "../auth/AnyKey.js"
import { PageQuery } from "../PageQuery.js"
import { BadRequest } from "../WireError.js"

const listPresets = HttpApiEndpoint.get("listPresets", "/presets")
  .annotate(OpenApi.Identifier, "listPresets")
  .annotate(OpenApi.Summary, "List presets")
  .setUrlParams(PageQuery)
  .addSuccess(Schema.Struct({ data: Schema.Array(Preset), total_count: Schema.Int }))
  .addError(BadRequest)
  .middleware(AnyKey)

export class PresetsApi extends HttpApiGroup.make("presets").annotate(OpenApi.Title, "Presets").add(listPresets) {}
