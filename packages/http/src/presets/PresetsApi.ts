import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Paged, PageQuery, Preset } from "@tollgate/core/models"
import { AnyKey } from "../middleware/AnyKey.js"
import { refuses } from "../refuses.js"

const listPresets = HttpApiEndpoint.get("listPresets", "/presets")
  .annotate(OpenApi.Summary, "List presets")
  .annotate(OpenApi.Description, "One page of presets, most recently updated first")
  .setUrlParams(PageQuery)
  .addSuccess(Paged(Preset))
  .pipe(refuses("InvalidInput"))
  .middleware(AnyKey)

export class PresetsApi extends HttpApiGroup.make("presets")
  .annotate(OpenApi.Title, "Presets")
  .annotate(
    OpenApi.Description,
    "Named sets of model settings. A management key sees its organization's, an ordinary key its workspace's."
  )
  .add(listPresets) {}
