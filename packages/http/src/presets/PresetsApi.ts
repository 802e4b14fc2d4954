import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Preset } from "@tollgate/core"
import { Schema } from "effect"
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
