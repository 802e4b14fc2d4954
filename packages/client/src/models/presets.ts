// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** A named set of model settings, kept in versions. */
export interface Preset {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /** Name in URLs, unique in the organization. 1 to 50 characters. */
  readonly slug: string
  /** Purpose of the preset. Null if not stated. 1 to 1,000 characters. */
  readonly description: string | null
  /** Id of the version in use. UUID. */
  readonly designated_version_id: string
  /** Status. `active` means that the preset can be used. */
  readonly status: string
  /** Time of the last status change (UTC). Null if never changed. */
  readonly status_updated_at: string | null
  /** Workspace the preset belongs to. UUID. */
  readonly workspace_id: string
  /** User who created the preset. 1 to 255 characters. */
  readonly creator_user_id: string
  /** Creation time (UTC). */
  readonly created_at: string
  /** Time of the last change (UTC). */
  readonly updated_at: string
}

/** Input for creating a preset and its first version. */
export interface NewPreset {
  /**
   * Name in URLs, unique in the organization: lowercase letters and digits in groups joined by single hyphens. 1 to 50
   * characters.
   */
  readonly slug: string
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /**
   * Purpose of the preset, 1 to 1000 characters. Null if not stated.
   *
   * @default null
   */
  readonly description?: string | null | undefined
  /**
   * System prompt, at most 32 KiB in UTF-8. Null if there is none. At most 32,768 characters.
   *
   * @default null
   */
  readonly system_prompt?: string | null | undefined
  /**
   * Model settings: any JSON object of at most 32 KiB. Defaults to an empty object.
   *
   * @default {}
   */
  readonly config?: { readonly [name: string]: unknown } | undefined
  /** UUID of the workspace that the preset belongs to. Defaults to the organization's default workspace. */
  readonly workspace_id?: string | undefined
}

/** Changes to a preset. Absent fields are left unchanged; null clears a field. */
export interface PresetPatch {
  /** New display name. 1 to 255 characters. */
  readonly name?: string | undefined
  /** Purpose of the preset, 1 to 1000 characters. Null if not stated. */
  readonly description?: string | null | undefined
  /** New status. An archived preset cannot be changed again. */
  readonly status?: "active" | "disabled" | "archived" | undefined
  /** Id of the version of the preset to use from now on. UUID. */
  readonly designated_version_id?: string | undefined
}

/** An immutable version of a preset. */
export interface PresetVersion {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Preset the version belongs to. UUID. */
  readonly preset_id: string
  /** User who created the version. 1 to 255 characters. */
  readonly creator_id: string
  /** Version number, starting at 1. */
  readonly version: number
  /** System prompt. Null if there is none. At most 32,768 characters. */
  readonly system_prompt: string | null
  /** Model settings. */
  readonly config: { readonly [name: string]: unknown }
  /** Creation time (UTC). */
  readonly created_at: string
}

/** Input for adding a version to a preset. */
export interface NewPresetVersion {
  /**
   * System prompt, at most 32 KiB in UTF-8. Null if there is none. At most 32,768 characters.
   *
   * @default null
   */
  readonly system_prompt?: string | null | undefined
  /** Model settings: any JSON object of at most 32 KiB. */
  readonly config: { readonly [name: string]: unknown }
}

/** A preset with its designated version. */
export interface PresetWithVersion extends Preset {
  /** The version in use. */
  readonly designated_version: PresetVersion | null
}
