import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  Deleted,
  NewPreset,
  NewPresetVersion,
  Paged,
  PageInWorkspaceQuery,
  PageQuery,
  Preset,
  PresetPatch,
  PresetVersion,
  PresetWithVersion
} from "@tollgate/core/models"
import { AnyApiKey, AnyKey } from "./AnyKey.js"
import { BodyLimit, KIB } from "./BodyLimit.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { PresetPath, PresetVersionPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listPresets = HttpApiEndpoint.get("listPresets", "/presets")
  .annotate(OpenApi.Summary, "List presets")
  .annotate(
    OpenApi.Description,
    "Returns one page of presets, most recently updated first. An ordinary key reads the presets of its workspace."
  )
  .setUrlParams(PageInWorkspaceQuery)
  .addSuccess(Paged(Preset))
  .pipe(declareErrors("InvalidInput"))
  .middleware(AnyKey)

const createPreset = HttpApiEndpoint.post("createPreset", "/presets")
  .annotate(OpenApi.Summary, "Create a preset")
  .annotate(OpenApi.Description, "Creates a preset and its first version, which becomes the designated version.")
  .setPayload(NewPreset)
  .annotate(BodyLimit, 256 * KIB)
  .addSuccess(DataEnvelope(PresetWithVersion), { status: 201 })
  .pipe(declareErrors("InvalidInput", "SlugTaken", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const getPreset = HttpApiEndpoint.get("getPreset", "/presets/:slug")
  .annotate(OpenApi.Summary, "Get a preset")
  .annotate(OpenApi.Description, "Returns a preset with its designated version.")
  .setPath(PresetPath)
  .addSuccess(DataEnvelope(PresetWithVersion))
  .pipe(declareErrors("PresetNotFound"), rateLimit(600))
  .middleware(AnyApiKey)

const updatePreset = HttpApiEndpoint.patch("updatePreset", "/presets/:slug")
  .annotate(OpenApi.Summary, "Update a preset")
  .annotate(OpenApi.Description, "Changes a preset or its designated version. An archived one cannot be changed.")
  .setPath(PresetPath)
  .setPayload(PresetPatch)
  .addSuccess(DataEnvelope(PresetWithVersion))
  .pipe(declareErrors("InvalidInput", "PresetArchived", "PresetNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const listPresetVersions = HttpApiEndpoint.get("listPresetVersions", "/presets/:slug/versions")
  .annotate(OpenApi.Summary, "List the versions of a preset")
  .annotate(OpenApi.Description, "Returns one page of the versions of a preset, in ascending order.")
  .setPath(PresetPath)
  .setUrlParams(PageQuery)
  .addSuccess(Paged(PresetVersion))
  .pipe(declareErrors("InvalidInput", "PresetNotFound"), rateLimit(600))
  .middleware(AnyApiKey)

const createPresetVersion = HttpApiEndpoint.post("createPresetVersion", "/presets/:slug/versions")
  .annotate(OpenApi.Summary, "Create a version of a preset")
  .annotate(
    OpenApi.Description,
    "Adds a version to a preset. The designated version stays the same until the preset is updated."
  )
  .setPath(PresetPath)
  .setPayload(NewPresetVersion)
  .annotate(BodyLimit, 256 * KIB)
  .addSuccess(DataEnvelope(PresetVersion), { status: 201 })
  .pipe(declareErrors("InvalidInput", "PresetArchived", "PresetNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const getPresetVersion = HttpApiEndpoint.get("getPresetVersion", "/presets/:slug/versions/:version")
  .annotate(OpenApi.Summary, "Get a version of a preset")
  .annotate(OpenApi.Description, "Returns a version of a preset by its number.")
  .setPath(PresetVersionPath)
  .addSuccess(DataEnvelope(PresetVersion))
  .pipe(declareErrors("PresetNotFound", "PresetVersionNotFound"), rateLimit(600))
  .middleware(AnyApiKey)

const deletePreset = HttpApiEndpoint.del("deletePreset", "/presets/:slug")
  .annotate(OpenApi.Summary, "Delete a preset")
  .annotate(OpenApi.Description, "Deletes a preset and its versions.")
  .setPath(PresetPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("PresetNotFound"), rateLimit(600))
  .middleware(ManagementKey)

export class PresetsApi extends HttpApiGroup.make("presets")
  .annotate(OpenApi.Title, "Presets")
  .annotate(
    OpenApi.Description,
    "Named sets of model settings. A management key reads those of its organization, an ordinary key those of its workspace."
  )
  .add(listPresets)
  .add(createPreset)
  .add(getPreset)
  .add(updatePreset)
  .add(listPresetVersions)
  .add(createPresetVersion)
  .add(getPresetVersion)
  .add(deletePreset) {}
