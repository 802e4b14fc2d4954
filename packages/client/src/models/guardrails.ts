// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** A policy that applies to the members assigned to it. */
export interface Guardrail {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Workspace the guardrail belongs to. UUID. */
  readonly workspace_id: string
  /** Display name. 1 to 200 characters. */
  readonly name: string
  /** Purpose of the guardrail. Null if not stated. 1 to 1,000 characters. */
  readonly description: string | null
  /** Spending limit of each member per interval, in USD. 0 blocks all spending; null means unlimited. */
  readonly limit_usd: number | null
  /** Interval at which the limit resets, at midnight UTC. Required if limit_usd is set. */
  readonly reset_interval: "daily" | "weekly" | "monthly" | null
  /**
   * Slugs of the allowed models. Null allows all; an empty list allows none. A model is allowed if its slug as sent or
   * the id of its rate card is in the list, compared exactly, variants included.
   */
  readonly allowed_models: ReadonlyArray<string> | null
  /**
   * Slugs of the blocked models. Null blocks none. A model is blocked under every name: its slug as sent and the id and
   * aliases of its rate card, in any letter case, with variants (:free) and dates.
   */
  readonly ignored_models: ReadonlyArray<string> | null
  /** Slugs of the allowed providers. Null allows all; an empty list allows none. */
  readonly allowed_providers: ReadonlyArray<string> | null
  /** Slugs of the blocked providers. Null blocks none. */
  readonly ignored_providers: ReadonlyArray<string> | null
  /** Whether only endpoints with zero data retention are allowed. Null if not stated. */
  readonly enforce_zdr: boolean | null
  /** Whether usage through the account's own credentials (BYOK) counts toward the limit. */
  readonly include_byok_in_budgets: boolean
  /** Creation time (UTC). */
  readonly created_at: string
  /** Time of the last change (UTC). Null if never changed. */
  readonly updated_at: string | null
}

/** Input for creating a guardrail. */
export interface NewGuardrail {
  /** Display name. 1 to 200 characters. */
  readonly name: string
  /**
   * Purpose of the guardrail. Null if not stated. 1 to 1,000 characters.
   *
   * @default null
   */
  readonly description?: string | null | undefined
  /**
   * Spending limit of each member per interval, in USD. 0 blocks all spending; null means unlimited. 0 to
   * 1,000,000,000.
   *
   * @default null
   */
  readonly limit_usd?: number | null | undefined
  /**
   * Interval at which the limit resets, at midnight UTC. Required if limit_usd is set.
   *
   * @default null
   */
  readonly reset_interval?: "daily" | "weekly" | "monthly" | null | undefined
  /**
   * Slugs of the allowed models. Null allows all; an empty list allows none. A model is allowed if its slug as sent or
   * the id of its rate card is in the list, compared exactly, variants included. At most 1,000 items.
   *
   * @default null
   */
  readonly allowed_models?: ReadonlyArray<string> | null | undefined
  /**
   * Slugs of the blocked models. Null blocks none. A model is blocked under every name: its slug as sent and the id and
   * aliases of its rate card, in any letter case, with variants (:free) and dates. At most 1,000 items.
   *
   * @default null
   */
  readonly ignored_models?: ReadonlyArray<string> | null | undefined
  /**
   * Slugs of the allowed providers. Null allows all; an empty list allows none. At most 1,000 items.
   *
   * @default null
   */
  readonly allowed_providers?: ReadonlyArray<string> | null | undefined
  /**
   * Slugs of the blocked providers. Null blocks none. At most 1,000 items.
   *
   * @default null
   */
  readonly ignored_providers?: ReadonlyArray<string> | null | undefined
  /**
   * Whether only endpoints with zero data retention are allowed. Null if not stated.
   *
   * @default null
   */
  readonly enforce_zdr?: boolean | null | undefined
  /**
   * Whether usage through the account's own credentials (BYOK) counts toward the limit.
   *
   * @default false
   */
  readonly include_byok_in_budgets?: boolean | undefined
  /** UUID of the workspace that the guardrail belongs to. Defaults to the organization's default workspace. */
  readonly workspace_id?: string | undefined
}

/** Changes to a guardrail. Absent fields are left unchanged; null clears a field. */
export interface GuardrailPatch {
  /** Display name. 1 to 200 characters. */
  readonly name?: string | undefined
  /** Purpose of the guardrail. Null if not stated. 1 to 1,000 characters. */
  readonly description?: string | null | undefined
  /**
   * Spending limit of each member per interval, in USD. 0 blocks all spending; null means unlimited. 0 to
   * 1,000,000,000.
   */
  readonly limit_usd?: number | null | undefined
  /** Interval at which the limit resets, at midnight UTC. Required if limit_usd is set. */
  readonly reset_interval?: "daily" | "weekly" | "monthly" | null | undefined
  /**
   * Slugs of the allowed models. Null allows all; an empty list allows none. A model is allowed if its slug as sent or
   * the id of its rate card is in the list, compared exactly, variants included. At most 1,000 items.
   */
  readonly allowed_models?: ReadonlyArray<string> | null | undefined
  /**
   * Slugs of the blocked models. Null blocks none. A model is blocked under every name: its slug as sent and the id and
   * aliases of its rate card, in any letter case, with variants (:free) and dates. At most 1,000 items.
   */
  readonly ignored_models?: ReadonlyArray<string> | null | undefined
  /** Slugs of the allowed providers. Null allows all; an empty list allows none. At most 1,000 items. */
  readonly allowed_providers?: ReadonlyArray<string> | null | undefined
  /** Slugs of the blocked providers. Null blocks none. At most 1,000 items. */
  readonly ignored_providers?: ReadonlyArray<string> | null | undefined
  /** Whether only endpoints with zero data retention are allowed. Null if not stated. */
  readonly enforce_zdr?: boolean | null | undefined
  /** Whether usage through the account's own credentials (BYOK) counts toward the limit. */
  readonly include_byok_in_budgets?: boolean | undefined
}

/** Assignment of an API key to a guardrail of its workspace. A key has at most one guardrail. */
export interface KeyAssignment {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Hash of the assigned key. 64 characters. */
  readonly key_hash: string
  /** Display name. 1 to 255 characters. */
  readonly key_name: string
  /** Masked secret: its first and last characters. */
  readonly key_label: string
  /** Guardrail the key is assigned to. UUID. */
  readonly guardrail_id: string
  /** User who made the assignment. Null if unknown. 1 to 255 characters. */
  readonly assigned_by: string | null
  /** Time of the assignment (UTC). */
  readonly created_at: string
}

/** API keys to assign or to remove. */
export interface KeyHashes {
  /** Hashes of the keys. Duplicates count once; unknown keys are ignored. 1 to 1,000 items. */
  readonly key_hashes: ReadonlyArray<string>
}

/** Result of the assignment. */
export interface AssignedKeys {
  /** Number of keys newly assigned to the guardrail. */
  readonly assigned_count: number
}

/** Result of the removal. */
export interface UnassignedKeys {
  /** Number of keys removed from the guardrail. */
  readonly unassigned_count: number
}

/** Assignment of a member to a guardrail. A member has at most one guardrail in each workspace. */
export interface MemberAssignment {
  /** Unique identifier. UUID. */
  readonly id: string
  /** The assigned user. 1 to 255 characters. */
  readonly user_id: string
  /** Organization of the user. UUID. */
  readonly organization_id: string
  /** Guardrail the user is assigned to. UUID. */
  readonly guardrail_id: string
  /** User who made the assignment. Null if unknown. 1 to 255 characters. */
  readonly assigned_by: string | null
  /** Time of the assignment (UTC). */
  readonly created_at: string
}

/** Users to assign or to remove. */
export interface MemberIds {
  /** Ids of the users. Duplicates count once; unknown ids are ignored. 1 to 1,000 items. */
  readonly member_user_ids: ReadonlyArray<string>
}

/** Result of the assignment. */
export interface AssignedMembers {
  /** Number of users newly assigned to the guardrail. */
  readonly assigned_count: number
}

/** Result of the removal. */
export interface UnassignedMembers {
  /** Number of users removed from the guardrail. */
  readonly unassigned_count: number
}
