import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { NewPreset, Paged, PageInWorkspaceQuery, Preset, PresetWithVersion } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { AnyKey } from "./AnyKey.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { rateLimit } from "./RateLimit.js"

const PresetPath = Schema.Struct({
  slug: Schema.String.annotations({ description: "The preset's slug", examples: ["support-answers"] })
})

const listPresets = HttpApiEndpoint.get("listPresets", "/presets")
  .annotate(OpenApi.Summary, "List presets")
  .annotate(OpenApi.Description, "One page of presets, most recently updated first")
  .setUrlParams(PageInWorkspaceQuery)
  .addSuccess(Paged(Preset))
  .pipe(declareErrors("InvalidInput"))
  .middleware(AnyKey)

const createPreset = HttpApiEndpoint.post("createPreset", "/presets")
  .annotate(OpenApi.Summary, "Create a preset")
  .annotate(OpenApi.Description, "Creates a preset with its first version, which is the designated one")
  .setPayload(NewPreset)
  .addSuccess(DataEnvelope(PresetWithVersion), { status: 201 })
  .pipe(declareErrors("InvalidInput", "SlugTaken", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const getPreset = HttpApiEndpoint.get("getPreset", "/presets/:slug")
  .annotate(OpenApi.Summary, "Get a preset")
  .annotate(OpenApi.Description, "Reads a preset with the version that is in use")
  .setPath(PresetPath)
  .addSuccess(DataEnvelope(PresetWithVersion))
  .pipe(declareErrors("PresetNotFound"), rateLimit(600))
  .middleware(AnyKey)

export class PresetsApi extends HttpApiGroup.make("presets")
  .annotate(OpenApi.Title, "Presets")
  .annotate(
    OpenApi.Description,
    "Named sets of model settings. A management key sees its organization's, an ordinary key its workspace's."
  )
  .add(listPresets)
  .add(createPreset)
  .add(getPreset) {}
