import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { unchecked } from "../schema/unchecked.js"
import { UserId } from "../values/UserId.js"
import { Preset, PresetId, PresetVersionId, SystemPrompt } from "./Preset.js"

/** Model settings of a version: any JSON object. */
export const PresetConfig = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** An immutable version of a preset, numbered from 1. */
export const PresetVersion = Schema.Struct({
  id: documented(PresetVersionId, "Unique identifier."),
  preset_id: documented(PresetId, "Preset the version belongs to."),
  creator_id: documented(UserId, "User who created the version.", UserId.make("ada")),
  version: documented(Schema.Int, "Version number, starting at 1.", 1),
  system_prompt: documented(
    Schema.NullOr(unchecked(SystemPrompt)),
    "System prompt. Null if there is none.",
    "Answer kindly and briefly."
  ),
  config: documented(PresetConfig, "Model settings.", { temperature: 0.2 }),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC).")
}).annotations({ identifier: "PresetVersion", description: "An immutable version of a preset." })
export interface PresetVersion extends Schema.Schema.Type<typeof PresetVersion> {}

/** A preset with its designated version. */
export const PresetWithVersion = Schema.Struct({
  ...Preset.fields,
  designated_version: documented(Schema.NullOr(PresetVersion), "The version in use.")
}).annotations({ identifier: "PresetWithVersion", description: "A preset with its designated version." })
export interface PresetWithVersion extends Schema.Schema.Type<typeof PresetWithVersion> {}
