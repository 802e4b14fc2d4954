// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** A changed API key with its current usage. */
export interface UpdatedApiKey {
  /** Public identifier of the key: its SHA-256 hash in 64 lowercase hexadecimal digits. It is not a credential. */
  readonly hash: string
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /** Masked secret: its first and last characters. */
  readonly label: string
  /** Whether the key is disabled. */
  readonly disabled: boolean
  /** Spending limit in USD. 0 blocks all spending; null means unlimited. */
  readonly limit: number | null
  /** Remaining spend under the limit, in USD. Negative if the limit is exceeded; null if there is no limit. */
  readonly limit_remaining: number | null
  /** Interval at which the limit resets, at midnight UTC. Null if it never resets. */
  readonly limit_reset: "daily" | "weekly" | "monthly" | null
  /** Whether usage through the account's own credentials (BYOK) counts toward the limit. */
  readonly include_byok_in_limit: boolean
  /** Total usage through the gateway's credentials, in USD. */
  readonly usage: number
  /** Usage in the current UTC day, in USD. */
  readonly usage_daily: number
  /** Usage in the current UTC week (Monday to Sunday), in USD. */
  readonly usage_weekly: number
  /** Usage in the current UTC calendar month, in USD. */
  readonly usage_monthly: number
  /** Total usage through the account's own credentials (BYOK), in USD. */
  readonly byok_usage: number
  /** BYOK usage in the current UTC day, in USD. */
  readonly byok_usage_daily: number
  /** BYOK usage in the current UTC week (Monday to Sunday), in USD. */
  readonly byok_usage_weekly: number
  /** BYOK usage in the current UTC calendar month, in USD. */
  readonly byok_usage_monthly: number
  /** Creation time (UTC). */
  readonly created_at: string
  /** Time of the last change (UTC). */
  readonly updated_at: string
  /** Expiration time (UTC). Null if the key does not expire. */
  readonly expires_at: string | null
  /** User who created the key, or for whom it was created. 1 to 255 characters. */
  readonly creator_user_id: string
  /** Workspace the key belongs to. UUID. */
  readonly workspace_id: string
}

/** An API key with its current usage. The secret is returned once, when the key is created. */
export interface ApiKey {
  /** Public identifier of the key: its SHA-256 hash in 64 lowercase hexadecimal digits. It is not a credential. */
  readonly hash: string
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /** Masked secret: its first and last characters. */
  readonly label: string
  /** Whether the key is disabled. */
  readonly disabled: boolean
  /** Spending limit in USD. 0 blocks all spending; null means unlimited. */
  readonly limit: number | null
  /** Remaining spend under the limit, in USD. Negative if the limit is exceeded; null if there is no limit. */
  readonly limit_remaining: number | null
  /** Interval at which the limit resets, at midnight UTC. Null if it never resets. */
  readonly limit_reset: "daily" | "weekly" | "monthly" | null
  /** Whether usage through the account's own credentials (BYOK) counts toward the limit. */
  readonly include_byok_in_limit: boolean
  /** Total usage through the gateway's credentials, in USD. */
  readonly usage: number
  /** Usage in the current UTC day, in USD. */
  readonly usage_daily: number
  /** Usage in the current UTC week (Monday to Sunday), in USD. */
  readonly usage_weekly: number
  /** Usage in the current UTC calendar month, in USD. */
  readonly usage_monthly: number
  /** Total usage through the account's own credentials (BYOK), in USD. */
  readonly byok_usage: number
  /** BYOK usage in the current UTC day, in USD. */
  readonly byok_usage_daily: number
  /** BYOK usage in the current UTC week (Monday to Sunday), in USD. */
  readonly byok_usage_weekly: number
  /** BYOK usage in the current UTC calendar month, in USD. */
  readonly byok_usage_monthly: number
  /** Creation time (UTC). */
  readonly created_at: string
  /** Time of the last change (UTC). */
  readonly updated_at: string
  /** Expiration time (UTC). Null if the key does not expire. */
  readonly expires_at: string | null
  /** User who created the key, or for whom it was created. 1 to 255 characters. */
  readonly creator_user_id: string
  /** Workspace the key belongs to. UUID. */
  readonly workspace_id: string
  /** Whether the key is a management key. Management keys manage the account and cannot spend. */
  readonly is_management_key: boolean
  /** Up to 16 name-value pairs of text. The holder of the key can read them. */
  readonly metadata: { readonly [name: string]: string }
  /** Identifier of the key in another system, unique in the organization. Null if it has none. 1 to 255 characters. */
  readonly external_id: string | null
  /** User whose request created the key. Null if unknown. 1 to 255 characters. */
  readonly created_by: string | null
  /** Time of the last request with the key (UTC), stored within about a minute. Null if it was never used. */
  readonly last_used_at: string | null
}

/** A budget that limits what a key spends. */
export interface KeyBudget {
  /** Scope of the budget. */
  readonly scope: "key" | "guardrail_key" | "guardrail_member" | "workspace" | "organization"
  /** Window of the budget. */
  readonly window: "lifetime" | "daily" | "weekly" | "monthly"
  /** Spending limit in USD. Absent if others spend from the budget too and the key is ordinary. */
  readonly limit?: number
  /**
   * Cost of settled requests in the window, in USD. Absent if others spend from the budget too and the key is ordinary.
   */
  readonly spent?: number
  /** Sum of open holds in the window, in USD. Absent if others spend from the budget too and the key is ordinary. */
  readonly held?: number
  /**
   * Sum of holds with an unknown outcome in the window, in USD. Absent if others spend from the budget too and the key
   * is ordinary.
   */
  readonly unknown?: number
  /**
   * Remaining spend in the window, in USD. Of a shared budget, at most what remains of the key's own. Negative if
   * exceeded.
   */
  readonly remaining: number
  /** End of the window (UTC). Null for the lifetime. */
  readonly resets_at: string | null
}

/** The API key used to authenticate the request, with its current usage and its budgets. */
export interface CurrentApiKey extends ApiKey {
  /** Budgets that limit the key: its own, and those of guardrails, of its workspace and of its organization. */
  readonly budgets: ReadonlyArray<KeyBudget>
}

/** Which API keys to list, and which part of the list to return. */
export interface ApiKeyPage {
  /**
   * Maximum number of records to return. 1 to 100.
   *
   * @default 100
   */
  readonly limit?: number | undefined
  /**
   * Number of records to skip.
   *
   * @default 0
   */
  readonly offset?: number | undefined
  /**
   * Whether to include disabled keys.
   *
   * @default true
   */
  readonly include_disabled?: boolean | undefined
  /** Only records of the workspace with this UUID. */
  readonly workspace_id?: string | undefined
  /** Only the key whose hash begins with these 8 to 64 digits, or keys, if several do. */
  readonly hash_prefix?: string | undefined
  /** Only keys with this name, letter by letter. 1 to 255 characters. */
  readonly name?: string | undefined
  /**
   * Only keys whose name, label or external_id contains this text. Letters A to Z match in either case. 1 to 255
   * characters.
   */
  readonly q?: string | undefined
  /**
   * Order of the list. A hyphen means descending. Defaults to -created_at, newest first; keys that were never used come
   * last.
   */
  readonly sort?: "-created_at" | "created_at" | "name" | "-name" | "-last_used_at" | "last_used_at" | undefined
}

/** Input for creating an API key. */
export interface NewApiKey {
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /**
   * Spending limit in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000.
   *
   * @default null
   */
  readonly limit?: number | null | undefined
  /**
   * Interval at which the limit resets, at midnight UTC. Null if it never resets.
   *
   * @default null
   */
  readonly limit_reset?: "daily" | "weekly" | "monthly" | null | undefined
  /**
   * Whether usage through the account's own credentials (BYOK) counts toward the limit.
   *
   * @default false
   */
  readonly include_byok_in_limit?: boolean | undefined
  /**
   * Expiration time (UTC). Null if the key does not expire. ISO 8601 date and time.
   *
   * @default null
   */
  readonly expires_at?: string | null | undefined
  /**
   * User the key is created for. Null means the caller's user. 1 to 255 characters.
   *
   * @default null
   */
  readonly creator_user_id?: string | null | undefined
  /** UUID of the workspace that the key belongs to. Defaults to the organization's default workspace. */
  readonly workspace_id?: string | undefined
  /**
   * Up to 16 name-value pairs of text. The holder of the key can read them.
   *
   * @default {}
   */
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /**
   * Identifier of the key in another system, unique in the organization. Null if it has none. 1 to 255 characters.
   *
   * @default null
   */
  readonly external_id?: string | null | undefined
  /**
   * Whether to create a management key. Management keys manage the account and cannot spend.
   *
   * @default false
   */
  readonly management?: boolean | undefined
}

/** A new API key and its secret. */
export interface CreatedApiKey {
  /** The secret. It is returned only in this response. */
  readonly key: string
  /** The key without its secret. */
  readonly data: ApiKey
}

/** Changes to an API key. Absent fields are left unchanged; null clears a field. */
export interface ApiKeyPatch {
  /** New display name. 1 to 255 characters. */
  readonly name?: string | undefined
  /** Whether the key is disabled. Takes effect on the next request. */
  readonly disabled?: boolean | undefined
  /** Spending limit in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000. */
  readonly limit?: number | null | undefined
  /** Interval at which the limit resets, at midnight UTC. Null if it never resets. */
  readonly limit_reset?: "daily" | "weekly" | "monthly" | null | undefined
  /** Whether usage through the account's own credentials (BYOK) counts toward the limit. */
  readonly include_byok_in_limit?: boolean | undefined
  /** Expiration time (UTC). Null if the key does not expire. ISO 8601 date and time. */
  readonly expires_at?: string | null | undefined
  /** Up to 16 name-value pairs of text, which replace all existing ones. Null removes them. */
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /** Identifier of the key in another system, unique in the organization. Null removes it. 1 to 255 characters. */
  readonly external_id?: string | null | undefined
}

/** Input for rotating an API key. */
export interface KeyRotation {
  /**
   * Number of seconds for which the old secret still works, at most 2592000 (30 days) and never longer than the key.
   * Defaults to 0.
   *
   * @default 0
   */
  readonly grace_seconds?: number | undefined
}

/** The holder of an API key, and the key with its limit and usage. */
export interface KeyHolder {
  /** Kind of key. A management key manages the account and cannot spend; an ordinary key spends and cannot manage. */
  readonly kind: "management" | "ordinary"
  /** UUID of the key's organization. */
  readonly organization_id: string
  /** UUID of the key's workspace. */
  readonly workspace_id: string
  /** User for whom the key was created. 1 to 255 characters. */
  readonly user_id: string
  /** The key, with its limit and usage. */
  readonly key: ApiKey
}
