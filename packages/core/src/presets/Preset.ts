import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import { type OrganizationId, uuid, WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { expected, strict } from "../Input.js"
import { Name, text, UserId } from "../Text.js"

export const PresetId = uuid("PresetId")
export type PresetId = typeof PresetId.Type

export const PresetVersionId = uuid("PresetVersionId")
export type PresetVersionId = typeof PresetVersionId.Type

/** A named set of model settings, kept in versions of which one is designated. */
export const Preset = Schema.Struct({
  id: PresetId,
  name: Schema.String,
  slug: Schema.String,
  description: Schema.NullOr(Schema.String),
  designated_version_id: PresetVersionId,
  status: Schema.String,
  status_updated_at: Schema.NullOr(Schema.DateTimeUtc),
  workspace_id: WorkspaceId,
  creator_user_id: UserId,
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}).annotations({ identifier: "Preset" })
export type Preset = typeof Preset.Type

/** A preset as it is kept, with its first version. */
export interface NewPresetRecord extends Preset {
  readonly organization_id: OrganizationId
  readonly system_prompt: string | null
  readonly config: string
}

const MAX_JSON = 32_768

// What has no JSON, such as a bigint or a circle, does not fit either.
const fits = (value: unknown): boolean => {
  try {
    return JSON.stringify(value).length <= MAX_JSON
  } catch {
    return false
  }
}

const systemPrompt = Schema.String.pipe(
  Schema.filter((text) => text.length <= MAX_JSON && text.isWellFormed()),
  expected("well-formed text of at most 32768 characters")
)

const config = Schema.Record({ key: Schema.String, value: Schema.Unknown }).pipe(
  Schema.filter((value) => fits(value), {
    arbitrary: () => (fc) => fc.dictionary(fc.string(), fc.jsonValue())
  }),
  expected("an object of at most 32 KiB of JSON")
)

export const NewPreset = Schema.Struct({
  slug: Schema.String.pipe(
    Schema.filter((slug) => slug.length <= 50 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug), {
      arbitrary: () => (fc) => fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,4}$/)
    }),
    expected("1 to 50 lower-case letters and digits in groups joined by single hyphens")
  ),
  name: Name,
  description: Schema.optionalWith(Schema.NullOr(text(1000)), { default: () => null }),
  system_prompt: Schema.optionalWith(Schema.NullOr(systemPrompt), {
    default: () => null
  }),
  config: Schema.optionalWith(config, { default: () => ({}) }),
  workspace_id: Schema.optionalWith(WorkspaceIdInput, { exact: true })
}).annotations({ identifier: "NewPreset", ...strict })
export type NewPreset = typeof NewPreset.Type

/** The organization has a preset of this slug already. */
export class PresetSlugTaken extends Data.TaggedError("PresetSlugTaken")<{ readonly slug: string }> {
  override get message(): string {
    return "The organization has a preset of this slug already."
  }
}
