import * as Schema from "effect/Schema"
import { OrganizationId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"
import { Preset, PresetId, PresetVersionId } from "./Preset.js"
import { PresetConfig, type PresetVersion } from "./PresetVersion.js"

/** A preset as it is stored. */
export const PresetRecord = Schema.Struct({ ...Preset.fields, organization_id: OrganizationId })
export interface PresetRecord extends Schema.Schema.Type<typeof PresetRecord> {}

/** A version of a preset as it is stored. Versions are numbered from 1; `config` is JSON text. */
export const PresetVersionRecord = Schema.Struct({
  id: PresetVersionId,
  organization_id: OrganizationId,
  preset_id: PresetId,
  version: Schema.Int,
  creator_user_id: UserId,
  system_prompt: Schema.NullOr(Schema.String),
  config: Schema.String,
  created_at: Schema.DateTimeUtcFromSelf
})
export interface PresetVersionRecord extends Schema.Schema.Type<typeof PresetVersionRecord> {}

const configOf = Schema.decodeSync(Schema.parseJson(PresetConfig))

/** Converts a stored version to the one the API returns. */
export const showVersion = ({
  config,
  creator_user_id,
  organization_id: _,
  ...version
}: PresetVersionRecord): PresetVersion => ({
  ...version,
  creator_id: creator_user_id,
  config: configOf(config)
})
