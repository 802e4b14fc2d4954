import * as Struct from "effect/Struct"
import { ofWorkspace, records } from "../records/Records.js"
import { Preset, type PresetVersionId } from "./Preset.js"
import { PresetRecord, PresetVersionRecord } from "./PresetRecord.js"

export const presetRecords = records({
  table: "presets",
  record: PresetRecord,
  view: Struct.keys(Preset.fields),
  key: "id",
  uniqueBy: ["slug"],
  references: ({ workspace_id }) => [["workspaces", workspace_id]],
  identify: (_slug: string) => "slug",
  patchable: ["name", "description", "status", "status_updated_at", "designated_version_id", "updated_at"],
  sortBy: [
    ["updated_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: ["workspace_id"],
  listName: ofWorkspace("presets")
})

export const presetVersionRecords = records({
  table: "preset_versions",
  record: PresetVersionRecord,
  view: Struct.keys(PresetVersionRecord.fields),
  key: "id",
  uniqueBy: ["preset_id", "version"],
  references: ({ preset_id }) => [["presets", preset_id]],
  deletedWith: ["presets"],
  identify: (_: PresetVersionId) => "id",
  patchable: [],
  // Unique among the versions of a preset, by which every list is filtered.
  sortBy: [["version", "ASC"]],
  filters: ["preset_id"],
  listName: ({ preset_id }) => `versions of ${preset_id}`
})
