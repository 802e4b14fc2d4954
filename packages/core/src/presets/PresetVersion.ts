import * as Schema from "effect/Schema"
import { UserId } from "../UserId.js"
import { Preset, PresetId, PresetVersionId } from "./Preset.js"

/** A version of a preset. Versions count from 1, and never change. */
export const PresetVersion = Schema.Struct({
  id: PresetVersionId,
  preset_id: PresetId,
  creator_id: UserId,
  version: Schema.Int,
  system_prompt: Schema.NullOr(Schema.String),
  config: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  created_at: Schema.DateTimeUtc
}).annotations({ identifier: "PresetVersion" })
export type PresetVersion = typeof PresetVersion.Type

/** A preset with the version that is in use. */
export const PresetInUse = Schema.Struct({
  ...Preset.fields,
  designated_version: Schema.NullOr(PresetVersion)
}).annotations({ identifier: "PresetInUse" })
export type PresetInUse = typeof PresetInUse.Type
