import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { UserId } from "../values/UserId.js"
import { Preset, PresetId, PresetVersionId } from "./Preset.js"

/** The settings of a version: whatever object of JSON. */
export const PresetConfig = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A version of a preset. Versions count from 1, and never change. */
export const PresetVersion = Schema.Struct({
  id: documented(PresetVersionId, "Names the version"),
  preset_id: documented(PresetId, "The preset that it is a version of"),
  creator_id: documented(UserId, "The user who made it", UserId.make("ada")),
  version: documented(Schema.Int, "Its number: 1 for the first", 1),
  system_prompt: documented(
    Schema.NullOr(Schema.String),
    "What the model is told first; null for nothing",
    "Answer kindly and briefly."
  ),
  config: documented(PresetConfig, "The settings", { temperature: 0.2 }),
  created_at: documented(Schema.DateTimeUtc, "When it was made")
}).annotations({ identifier: "PresetVersion", description: "A version of a preset, which never changes." })
export interface PresetVersion extends Schema.Schema.Type<typeof PresetVersion> {}

/** A preset with the version that is in use. */
export const PresetWithVersion = Schema.Struct({
  ...Preset.fields,
  designated_version: documented(Schema.NullOr(PresetVersion), "The version that is used")
}).annotations({ identifier: "PresetWithVersion", description: "A preset with the version that is in use." })
export interface PresetWithVersion extends Schema.Schema.Type<typeof PresetWithVersion> {}
