import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, nullable, optional, required, strict } from "../schema/fields.js"
import { jsonObject } from "../schema/jsonObject.js"
import { text, utf8Bytes } from "../schema/text.js"
import { uuid } from "../schema/uuid.js"
import { WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { Name } from "../values/Name.js"
import { Slug } from "../values/Slug.js"
import { UserId } from "../values/UserId.js"

export const PresetId = uuid("PresetId")
export type PresetId = typeof PresetId.Type

export const PresetVersionId = uuid("PresetVersionId")
export type PresetVersionId = typeof PresetVersionId.Type

/** A named set of model settings, kept in versions of which one is designated. */
export const Preset = Schema.Struct({
  id: documented(PresetId, "Names the preset"),
  name: documented(Schema.String, "The name that people read", "Support answers"),
  slug: documented(Schema.String, "The name in addresses", "support-answers"),
  description: documented(Schema.NullOr(Schema.String), "What it is for", "Short, friendly answers"),
  designated_version_id: documented(PresetVersionId, "The version that is used"),
  status: documented(Schema.String, "`active` where it may be used", "active"),
  status_updated_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "When the status last changed; null for never",
    null
  ),
  workspace_id: documented(WorkspaceId, "The workspace that it belongs to"),
  creator_user_id: documented(UserId, "The user who made it", UserId.make("ada")),
  created_at: documented(Schema.DateTimeUtc, "When it was made"),
  updated_at: documented(Schema.DateTimeUtc, "When it was last changed")
}).annotations({ identifier: "Preset", description: "A named set of model settings, kept in versions." })
export interface Preset extends Schema.Schema.Type<typeof Preset> {}

const systemPrompt = Schema.String.pipe(
  Schema.filter(
    (text) => text.length <= 32_768 && text.isWellFormed() && !text.includes("\0") && utf8Bytes(text) <= 32_768
  ),
  expected("well-formed text of at most 32 KiB in UTF-8, without NUL")
)

/** What a preset and its first version are created from. `system_prompt` and `config`, as JSON, are at most 32 KiB each. */
export const NewPreset = Schema.Struct({
  slug: required(
    Slug.pipe(expected("1 to 50 lower-case letters and digits in groups joined by single hyphens")),
    "The name in addresses: 1 to 50 lower-case letters and digits in groups joined by single hyphens"
  ),
  name: required(Name, "The name that people read"),
  description: nullable(Schema.NullOr(text(1000)), "What it is for, in at most 1000 characters; null for nothing"),
  system_prompt: nullable(
    Schema.NullOr(systemPrompt),
    "What the model is told first, at most 32 KiB; null for nothing"
  ),
  config: Schema.optionalWith(jsonObject(32), { default: () => ({}) }).annotations({
    description: "The settings: whatever object of JSON, at most 32 KiB"
  }),
  workspace_id: optional(WorkspaceIdInput, "The workspace that it goes to, by its UUID; without it, the caller's")
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
export interface NewPreset extends Schema.Schema.Type<typeof NewPreset> {}

/** No preset of this slug in the caller's organization, or none that its key may see. */
export class PresetNotFound extends Schema.TaggedError<PresetNotFound>()("PresetNotFound", {}) {
  override get message(): string {
    return "There is no such preset."
  }
}
