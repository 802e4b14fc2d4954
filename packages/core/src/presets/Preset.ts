import * as Schema from "effect/Schema"
import { expected } from "../expected.js"
import { field, needed } from "../field.js"
import { WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { jsonObject } from "../jsonObject.js"
import { maybe, orNull } from "../maybe.js"
import { Name } from "../Name.js"
import { Slug } from "../Slug.js"
import { strict } from "../strict.js"
import { text } from "../text.js"
import { UserId } from "../UserId.js"
import { utf8Bytes } from "../utf8Bytes.js"
import { uuid } from "../uuid.js"

export const PresetId = uuid("PresetId")
export type PresetId = typeof PresetId.Type

export const PresetVersionId = uuid("PresetVersionId")
export type PresetVersionId = typeof PresetVersionId.Type

/** A named set of model settings, kept in versions of which one is designated. */
export const Preset = Schema.Struct({
  id: field(PresetId, "Names the preset"),
  name: field(Schema.String, "The name that people read", "Support answers"),
  slug: field(Schema.String, "The name in addresses", "support-answers"),
  description: field(Schema.NullOr(Schema.String), "What it is for", "Short, friendly answers"),
  designated_version_id: field(PresetVersionId, "The version that is used"),
  status: field(Schema.String, "`active` where it may be used", "active"),
  status_updated_at: field(Schema.NullOr(Schema.DateTimeUtc), "When the status last changed; null for never", null),
  workspace_id: field(WorkspaceId, "The workspace that it belongs to"),
  creator_user_id: field(UserId, "The user who made it", UserId.make("ada")),
  created_at: field(Schema.DateTimeUtc, "When it was made"),
  updated_at: field(Schema.DateTimeUtc, "When it was last changed")
}).annotations({ identifier: "Preset", description: "A named set of model settings, kept in versions." })
export type Preset = typeof Preset.Type

const systemPrompt = Schema.String.pipe(
  Schema.filter(
    (text) => text.length <= 32_768 && text.isWellFormed() && !text.includes("\0") && utf8Bytes(text) <= 32_768
  ),
  expected("well-formed text of at most 32 KiB in UTF-8, without NUL")
)

/** What a preset and its first version are created from. `system_prompt` and `config`, as JSON, are at most 32 KiB each. */
export const NewPreset = Schema.Struct({
  slug: needed(
    Slug.pipe(expected("1 to 50 lower-case letters and digits in groups joined by single hyphens")),
    "The name in addresses: 1 to 50 lower-case letters and digits in groups joined by single hyphens"
  ),
  name: needed(Name, "The name that people read"),
  description: orNull(Schema.NullOr(text(1000)), "What it is for, in at most 1000 characters; null for nothing"),
  system_prompt: orNull(Schema.NullOr(systemPrompt), "What the model is told first, at most 32 KiB; null for nothing"),
  config: Schema.optionalWith(jsonObject(32), { default: () => ({}) }).annotations({
    description: "The settings: whatever object of JSON, at most 32 KiB"
  }),
  workspace_id: maybe(WorkspaceIdInput, "The workspace that it goes to, by its UUID; without it, the caller's")
}).annotations({
  identifier: "NewPreset",
  description: "What a preset and its first version are made of.",
  examples: [
    {
      slug: "support-answers",
      name: "Support answers",
      description: "Short, friendly answers",
      system_prompt: "Answer kindly and briefly.",
      config: { temperature: 0.2 }
    }
  ],
  ...strict
})
export type NewPreset = typeof NewPreset.Type

/** No preset of this slug in the caller's organization, or none that its key may see. */
export class PresetNotFound extends Schema.TaggedError<PresetNotFound>()("PresetNotFound", {}) {
  override get message(): string {
    return "There is no such preset."
  }
}
