import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { documented, required, strict } from "../schema/fields.js"
import { jsonObject } from "../schema/jsonObject.js"
import { unchecked } from "../schema/unchecked.js"
import { UserId } from "../values/UserId.js"
import { NewPreset, Preset, PresetId, PresetVersionId, SystemPrompt } from "./Preset.js"

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

/** The number of a version in a path: decimal digits without leading zeros. */
export const VersionNumber = Schema.transform(
  Schema.String.pipe(Schema.pattern(/^[1-9]\d{0,14}$/)),
  Schema.Int.pipe(Schema.positive()),
  { strict: true, decode: Number, encode: String }
)

/** Input for adding a version to a preset. `system_prompt` and `config` (as JSON) are at most 32 KiB each. */
export const NewPresetVersion = Schema.Struct({
  system_prompt: NewPreset.fields.system_prompt,
  config: required(jsonObject(32), "Model settings: any JSON object of at most 32 KiB.")
}).annotations({
  identifier: "NewPresetVersion",
  description: "Input for adding a version to a preset.",
  examples: [{ system_prompt: "Answer in one sentence.", config: { temperature: 0.1 } }],
  ...strict
})
export interface NewPresetVersion extends Schema.Schema.Type<typeof NewPresetVersion> {}

/** The preset has no version of this number. */
export class PresetVersionNotFound extends notFound<PresetVersionNotFound>()("PresetVersionNotFound", {}, () => ({})) {}

/** A preset with its designated version. */
export const PresetWithVersion = Schema.Struct({
  ...Preset.fields,
  designated_version: documented(Schema.NullOr(PresetVersion), "The version in use.")
}).annotations({ identifier: "PresetWithVersion", description: "A preset with its designated version." })
export interface PresetWithVersion extends Schema.Schema.Type<typeof PresetWithVersion> {}
