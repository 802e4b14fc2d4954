import * as Schema from "effect/Schema"
import { notFound } from "../access/notFound.js"
import { expected } from "../schema/expected.js"
import { changesTo, documented, nullable, optional, required, strict } from "../schema/fields.js"
import { jsonObject } from "../schema/jsonObject.js"
import { refusal } from "../schema/refusal.js"
import { text, utf8Bytes } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { uuid, uuidInput } from "../schema/uuid.js"
import { WorkspaceId, WorkspaceIdInput } from "../values/Id.js"
import { Name } from "../values/Name.js"
import { Slug } from "../values/Slug.js"
import { UserId } from "../values/UserId.js"

/** UUID of a preset. */
export const PresetId = uuid("PresetId")
export type PresetId = typeof PresetId.Type

/** UUID of a version of a preset. */
export const PresetVersionId = uuid("PresetVersionId")
export type PresetVersionId = typeof PresetVersionId.Type

/** A named set of model settings, kept in versions. One version is designated: it is the one in use. */
export const Preset = Schema.Struct({
  id: documented(PresetId, "Unique identifier."),
  name: documented(unchecked(Name), "Display name.", "Support answers"),
  slug: documented(unchecked(Slug), "Name in URLs, unique in the organization.", "support-answers"),
  description: documented(
    Schema.NullOr(unchecked(text(1000))),
    "Purpose of the preset. Null if not stated.",
    "Short, friendly answers"
  ),
  designated_version_id: documented(PresetVersionId, "Id of the version in use."),
  status: documented(Schema.String, "Status. `active` means that the preset can be used.", "active"),
  status_updated_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time of the last status change (UTC). Null if never changed.",
    null
  ),
  workspace_id: documented(WorkspaceId, "Workspace the preset belongs to."),
  creator_user_id: documented(UserId, "User who created the preset.", UserId.make("ada")),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  updated_at: documented(Schema.DateTimeUtc, "Time of the last change (UTC).")
}).annotations({ identifier: "Preset", description: "A named set of model settings, kept in versions." })
export interface Preset extends Schema.Schema.Type<typeof Preset> {}

/** System prompt: at most 32 KiB in UTF-8, without NUL. */
export const SystemPrompt = Schema.String.pipe(
  Schema.maxLength(32_768),
  Schema.filter((text) => text.isWellFormed() && !text.includes("\0") && utf8Bytes(text) <= 32_768),
  expected("well-formed text of at most 32 KiB in UTF-8, without NUL")
)

/** Input for creating a preset and its first version. `system_prompt` and `config` (as JSON) are at most 32 KiB each. */
export const NewPreset = Schema.Struct({
  slug: required(
    Slug.pipe(expected("1 to 50 lowercase letters and digits in groups joined by single hyphens")),
    "Name in URLs, unique in the organization: lowercase letters and digits in groups joined by single hyphens."
  ),
  name: required(Name, "Display name."),
  description: nullable(Schema.NullOr(text(1000)), "Purpose of the preset, 1 to 1000 characters. Null if not stated."),
  system_prompt: nullable(
    Schema.NullOr(SystemPrompt),
    "System prompt, at most 32 KiB in UTF-8. Null if there is none."
  ),
  config: Schema.optionalWith(jsonObject(32), { default: () => ({}) }).annotations({
    description: "Model settings: any JSON object of at most 32 KiB. Defaults to an empty object."
  }),
  workspace_id: optional(
    WorkspaceIdInput,
    "UUID of the workspace that the preset belongs to. Defaults to the organization's default workspace."
  )
}).annotations({
  identifier: "NewPreset",
  description: "Input for creating a preset and its first version.",
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

const Status = Schema.Literal("active", "disabled", "archived").pipe(expected("active, disabled or archived"))

/** Changes to a preset. Absent fields are left unchanged; `null` clears a field. `archived` is final. */
export const PresetPatch = Schema.Struct({
  name: optional(Name, "New display name."),
  description: optional(Schema.NullOr(text(1000)), "Purpose of the preset, 1 to 1000 characters. Null if not stated."),
  status: optional(Status, "New status. An archived preset cannot be changed again."),
  designated_version_id: optional(uuidInput(PresetVersionId), "Id of the version of the preset to use from now on.")
}).annotations(changesTo("a preset", "PresetPatch", { description: null, status: "disabled" }))
export interface PresetPatch extends Schema.Schema.Type<typeof PresetPatch> {}

/** The preset is archived. */
export class PresetArchived extends refusal<PresetArchived>()("PresetArchived", {}) {}

/** The caller's organization has no preset with this slug, or none that the caller's key may read. */
export class PresetNotFound extends notFound<PresetNotFound>()("PresetNotFound", {}, () => ({})) {}
