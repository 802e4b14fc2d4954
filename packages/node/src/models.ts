// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

import type { ApiKey, Provider, Workspace } from "@tollgate/client"

/** The prices of one model at one provider, for a period of time. */
export interface NewRateCard {
  /** Provider of the model, such as openai. */
  readonly provider: string
  /** Id of the model at this provider. */
  readonly model: string
  /**
   * Other ids of the model, at most 20.
   *
   * @default []
   */
  readonly aliases?: ReadonlyArray<string> | undefined
  /**
   * Start of the period. Null means without a start. ISO 8601 date and time.
   *
   * @default null
   */
  readonly effective_from?: string | null | undefined
  /**
   * End of the period, exclusive. Null means without an end. ISO 8601 date and time.
   *
   * @default null
   */
  readonly effective_until?: string | null | undefined
  /** Prices of a model in USD. */
  readonly rates: {
    /** USD per million input tokens. 0 means free. 0 to 100,000. */
    readonly input: number
    /** USD per million output tokens. 0 means free. 0 to 100,000. */
    readonly output: number
    /**
     * USD per million tokens read from the cache. Null means the rate of `input`. 0 to 100,000.
     *
     * @default null
     */
    readonly cache_read?: number | null | undefined
    /**
     * USD per million tokens written to the cache. Null means the rate of `input`. 0 to 100,000.
     *
     * @default null
     */
    readonly cache_write?: number | null | undefined
    /**
     * USD per million tokens written to the cache for an hour. Null means the rate of `cache_write`. 0 to 100,000.
     *
     * @default null
     */
    readonly cache_write_hour?: number | null | undefined
    /**
     * USD per million reasoning tokens. Null means the rate of `output`. 0 to 100,000.
     *
     * @default null
     */
    readonly reasoning?: number | null | undefined
    /**
     * USD per million input tokens of audio. Null means the rate of `input`. 0 to 100,000.
     *
     * @default null
     */
    readonly audio_input?: number | null | undefined
    /**
     * USD per million output tokens of audio. Null means the rate of `output`. 0 to 100,000.
     *
     * @default null
     */
    readonly audio_output?: number | null | undefined
    /**
     * USD per million input tokens of images. Null means the rate of `input`. 0 to 100,000.
     *
     * @default null
     */
    readonly image_input?: number | null | undefined
    /**
     * USD per million output tokens of images. Null means the rate of `output`. 0 to 100,000.
     *
     * @default null
     */
    readonly image_output?: number | null | undefined
    /**
     * USD per request, in addition to the tokens. Null means 0. 0 to 100,000.
     *
     * @default null
     */
    readonly request?: number | null | undefined
    /**
     * USD per generated image, in addition to the tokens. Null means 0. 0 to 100,000.
     *
     * @default null
     */
    readonly image?: number | null | undefined
  }
  /**
   * Rates for requests with a large input, in ascending order of `above`. At most 10.
   *
   * @default []
   */
  readonly tiers?:
    | ReadonlyArray<{
        /** The tier applies to a request with more input tokens than this, cached ones included. 1 to 1,000,000,000. */
        readonly above: number
        /**
         * USD per million input tokens. Null means the rate of the card. 0 to 100,000.
         *
         * @default null
         */
        readonly input?: number | null | undefined
        /**
         * USD per million output tokens. Null means the rate of the card. 0 to 100,000.
         *
         * @default null
         */
        readonly output?: number | null | undefined
        /**
         * USD per million tokens read from the cache. Null means the rate of `input`. 0 to 100,000.
         *
         * @default null
         */
        readonly cache_read?: number | null | undefined
        /**
         * USD per million tokens written to the cache. Null means the rate of `input`. 0 to 100,000.
         *
         * @default null
         */
        readonly cache_write?: number | null | undefined
        /**
         * USD per million tokens written to the cache for an hour. Null means the rate of `cache_write`. 0 to 100,000.
         *
         * @default null
         */
        readonly cache_write_hour?: number | null | undefined
        /**
         * USD per million reasoning tokens. Null means the rate of `output`. 0 to 100,000.
         *
         * @default null
         */
        readonly reasoning?: number | null | undefined
        /**
         * USD per million input tokens of audio. Null means the rate of `input`. 0 to 100,000.
         *
         * @default null
         */
        readonly audio_input?: number | null | undefined
        /**
         * USD per million output tokens of audio. Null means the rate of `output`. 0 to 100,000.
         *
         * @default null
         */
        readonly audio_output?: number | null | undefined
        /**
         * USD per million input tokens of images. Null means the rate of `input`. 0 to 100,000.
         *
         * @default null
         */
        readonly image_input?: number | null | undefined
        /**
         * USD per million output tokens of images. Null means the rate of `output`. 0 to 100,000.
         *
         * @default null
         */
        readonly image_output?: number | null | undefined
      }>
    | undefined
}

/** A tenant. Every other record belongs to one. */
export interface Organization {
  /** UUID of the organization. */
  readonly id: string
  /** Display name. */
  readonly name: string
  /** User who owns the organization. The first member, with the role admin. 1 to 255 characters. */
  readonly owner_user_id: string
  /** UUID of the default workspace. */
  readonly default_workspace_id: string
  /** Creation time (UTC). */
  readonly created_at: string
}

/** An organization to create. */
export interface NewOrganization {
  /** Display name. 1 to 255 characters. */
  readonly name: string
  /** User who owns the organization. Becomes its first member, with the role admin. 1 to 255 characters. */
  readonly owner_user_id: string
}

/** A new organization, with its default workspace and first management key. */
export interface CreatedOrganization {
  /** The new organization. */
  readonly organization: Organization
  /** Its default workspace. */
  readonly workspace: Workspace
  /** Its first management key, without the secret. */
  readonly data: ApiKey
  /** Secret of the first management key. Shown only in this result. */
  readonly key: string
}

/** An organization that existed before or was created by this call. */
export interface FoundOrganization {
  /** The organization. */
  readonly organization: Organization
  /** Its default workspace. */
  readonly workspace: Workspace
  /** Its first management key, without the secret. Null if the organization existed before. */
  readonly data: ApiKey | null
  /** Secret of the first management key. Shown only in this result; null if the organization existed before. */
  readonly key: string | null
}

/** A gateway key without its secret. */
export interface GatewayKey {
  /** Public identifier of the key: its SHA-256 hash in 64 lowercase hexadecimal digits. It is not a credential. */
  readonly hash: string
  /** Masked secret: its first and last characters. */
  readonly label: string
  /** UUID of the only organization that the key spends for. Null means all organizations. */
  readonly organization_id: string | null
  /** Creation time (UTC). */
  readonly created_at: string
}

/** Input for creating a gateway key. */
export interface NewGatewayKey {
  /**
   * UUID of the only organization that the key spends for. Null means all organizations.
   *
   * @default null
   */
  readonly organization_id?: string | null | undefined
}

/** A new gateway key and its secret. */
export interface CreatedGatewayKey {
  /** The key without its secret. */
  readonly data: GatewayKey
  /** The secret. It is returned only in this result. */
  readonly key: string
}

/** An API key that was presented, with its current usage. */
export interface PresentedApiKey {
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
  readonly key: PresentedApiKey
}

/** A limit on a scope in a window, and what counts toward it. */
export interface Budget {
  /** Scope of the budget. */
  readonly scope: "key" | "guardrail_key" | "guardrail_member" | "workspace" | "organization"
  /** Window of the budget. */
  readonly window: "total" | "daily" | "weekly" | "monthly"
  /** Spending limit in USD. 0 blocks all spending. */
  readonly limit: number
  /** Cost of settled requests in the window, in USD. */
  readonly spent: number
  /** Sum of open holds in the window, in USD. */
  readonly held: number
  /** Sum of holds with an unknown outcome in the window, in USD. It counts like held. */
  readonly unknown: number
  /** The limit minus spent, held and unknown, in USD. Negative if the limit is exceeded. */
  readonly remaining: number
  /** End of the window (UTC). Null for the window total. */
  readonly resets_at: string | null
}

/** The credentials of a request, in the order to try them. */
export interface CredentialPlan {
  /** The credentials: first those that are no fallback, then the gateway's own, then fallbacks. */
  readonly credentials: ReadonlyArray<{
    /** UUID of the credential. Null for the gateway's own. */
    readonly id: string | null
    /** Slug of the provider. Null for any. */
    readonly provider: Provider | null
    /** Display name. Null if it has none. */
    readonly name: string | null
    /** Masked secret. Null for the gateway's own. */
    readonly label: string | null
  }>
  /** Credentials of the workspace that the request may not use. */
  readonly left_out: ReadonlyArray<{
    /** UUID of the credential. Null for the gateway's own. */
    readonly id: string | null
    /** What excludes the credential. */
    readonly reason: "disabled" | "model" | "key" | "user" | "provider" | "budget"
  }>
}

/** An amount set aside for one request. */
export interface Hold {
  /** Unique identifier: a UUID of version 7. It is the idempotency key of every act on the hold. */
  readonly id: string
  /** State of the hold. States only rise: open, expired, released, unknown, settled. */
  readonly state: "open" | "expired" | "released" | "unknown" | "settled"
  /** Amount set aside, in USD. */
  readonly amount: number
  /** Cost of the request, in USD. Null until it is settled. */
  readonly cost: number | null
  /** Whether the amount counts as BYOK usage. */
  readonly is_byok: boolean
  /** Hash of the API key that spends. 64 characters. */
  readonly key_hash: string
  /** Workspace of the key. UUID. */
  readonly workspace_id: string
  /** User who makes the request. 1 to 255 characters. */
  readonly user_id: string
  /** Slugs of the models: the first choice, then the fallbacks. */
  readonly models: ReadonlyArray<string>
  /** Slug of the provider. Null if not stated. */
  readonly provider: Provider | null
  /** Credential that was used. Null for the gateway's own, and until it is settled. UUID. */
  readonly credential_id: string | null
  /** Source of the cost. Null if not stated. */
  readonly basis: "provider" | "table" | "estimate" | null
  /** Labels of the request, for reports. */
  readonly labels: { readonly [name: string]: string }
  /** Process that created the hold. Null if not stated. */
  readonly instance: string | null
  /** Creation time (UTC). */
  readonly opened_at: string
  /** Time at which the request was sent to a provider (UTC). Null if it was not. */
  readonly sent_at: string | null
  /** End of the lease (UTC). An open hold that was not sent expires then; one that was sent becomes unknown. */
  readonly lease_ends_at: string
  /** Time of the last change of state (UTC). */
  readonly ended_at: string | null
  /** What was unusual about the hold. */
  readonly flags: ReadonlyArray<"overdrawn" | "late" | "outside_plan" | "outside_policy" | "price_missing">
}

/** What one request consumed, in parts that do not overlap. A part that is omitted is 0. */
export interface TokenUsage {
  /**
   * Input tokens that no other part counts: text that was neither read from nor written to a cache. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly input?: number | undefined
  /**
   * Input tokens read from the provider's cache, of every modality. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly cache_read?: number | undefined
  /**
   * Input tokens written to the provider's cache, except those of `cache_write_hour`. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly cache_write?: number | undefined
  /**
   * Input tokens written to the provider's cache for an hour. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly cache_write_hour?: number | undefined
  /**
   * Output tokens that no other part counts. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly output?: number | undefined
  /**
   * Output tokens of reasoning. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly reasoning?: number | undefined
  /**
   * Uncached input tokens of audio. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly audio_input?: number | undefined
  /**
   * Output tokens of audio. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly audio_output?: number | undefined
  /**
   * Uncached input tokens of images. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly image_input?: number | undefined
  /**
   * Output tokens of images. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly image_output?: number | undefined
  /**
   * Generated images. They count beside the tokens, not among them. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly images?: number | undefined
}

/** Input for setting an amount aside. */
export interface NewHold {
  /** The API key that makes the request, as it was presented. */
  readonly key: string
  /** Amount to set aside, in USD. Required unless `usage` is stated. 0 to 1,000,000,000. */
  readonly amount?: number | undefined
  /** The most that the request may consume, to set its price aside: that of the dearest of its models at `provider`. */
  readonly usage?: TokenUsage | undefined
  /** Slugs of the models: the first choice, then the fallbacks. 1 to 8 items. */
  readonly models: ReadonlyArray<string>
  /** UUID of version 7 for the hold. Repeating a creation with the same id changes nothing. */
  readonly id?: string | undefined
  /** Slug of the provider that the request goes to. */
  readonly provider?: Provider | undefined
  /**
   * Whether the request may use the gateway's credential, the organization's, or any.
   *
   * @default "any"
   */
  readonly credential?: "own" | "byok" | "any" | undefined
  /** User who makes the request. Defaults to the user of the key. 1 to 255 characters. */
  readonly user_id?: string | undefined
  /**
   * Whether the request uses only endpoints with zero data retention.
   *
   * @default false
   */
  readonly zdr?: boolean | undefined
  /**
   * Length of the lease in seconds. The hold ends with its lease unless it is extended. 1 to 2,592,000.
   *
   * @default 600
   */
  readonly lease_seconds?: number | undefined
  /** Name of the process that creates the hold. 1 to 64 characters. */
  readonly instance?: string | undefined
  /**
   * Labels for reports.
   *
   * @default {}
   */
  readonly labels?: { readonly [name: string]: string } | undefined
  /** Whether to judge the request without setting anything aside. */
  readonly dry_run?: boolean | undefined
}

/** A hold, and what the gateway needs for the request. */
export interface AuthorizedHold {
  /** The hold. */
  readonly data: Hold
  /** Whether the hold existed already, with the same terms. */
  readonly repeated: boolean
  /** The credentials to try, in order. */
  readonly plan: CredentialPlan
  /** Providers that the policy allows. Null means no restriction. They bind a request that names no provider. */
  readonly providers: ReadonlyArray<Provider> | null
  /** The holder of the key. */
  readonly key_holder: KeyHolder
  /** Every budget that applies, after the hold. */
  readonly budgets: ReadonlyArray<Budget>
}

/** Input for extending a hold. */
export interface HoldExtension {
  /** The whole amount to hold, in USD. A lower amount than the present one changes nothing. 0 to 1,000,000,000. */
  readonly amount?: number | undefined
  /** Length of the lease from now, in seconds. Defaults to that of the creation. 1 to 2,592,000. */
  readonly lease_seconds?: number | undefined
}

/** Input for settling a hold. */
export interface NewSettlement {
  /**
   * Cost of the request in USD. 0 if the provider billed nothing. It takes precedence over `usage`. 0 to 1,000,000,000.
   */
  readonly cost?: number | undefined
  /**
   * What the request consumed. Without a cost, the hold is settled by the prices at its opening; if there is none, it
   * is unknown.
   */
  readonly usage?: TokenUsage | undefined
  /** Credential that was used. Null for the gateway's own. Required unless the plan has exactly one. UUID. */
  readonly credential_id?: string | null | undefined
  /** Slug of the model that was used. Required to price `usage` if the hold has several models. 1 to 255 characters. */
  readonly model?: string | undefined
  /** Slug of the provider that was used. */
  readonly provider?: Provider | undefined
  /** Source of the cost: the provider's report, the price table, or an estimate. */
  readonly basis?: "provider" | "table" | "estimate" | undefined
}

/** Input for recording a request that was made without a hold. */
export interface NewUsage {
  /** UUID of version 7 for the request. Recording a request again with the same id changes nothing. */
  readonly id: string
  /** Hash of the API key that made the request. The key may be disabled or deleted. 64 characters. */
  readonly key_hash: string
  /**
   * Cost of the request in USD. 0 if the provider billed nothing. It takes precedence over `usage`. 0 to 1,000,000,000.
   */
  readonly cost?: number | undefined
  /**
   * What the request consumed. Without a cost, the hold is settled by the prices at its opening; if there is none, it
   * is unknown.
   */
  readonly usage?: TokenUsage | undefined
  /** Credential that was used. Null for the gateway's own. Required unless the plan has exactly one. UUID. */
  readonly credential_id?: string | null | undefined
  /** Slug of the model that was used. Required to price `usage` if the hold has several models. 1 to 255 characters. */
  readonly model?: string | undefined
  /** Slug of the provider that was used. */
  readonly provider?: Provider | undefined
  /** Source of the cost: the provider's report, the price table, or an estimate. */
  readonly basis?: "provider" | "table" | "estimate" | undefined
  /**
   * Time of the request. It decides the intervals in which its cost counts. Defaults to now. ISO 8601 date and time.
   */
  readonly at?: string | undefined
}

/** Spending to record for an API key, in USD. */
export interface Usage {
  /**
   * Spending through the gateway's credentials, in USD. Counts toward the key's limit. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly usage?: number | undefined
  /**
   * Spending through the organization's own provider credentials, in USD. Counts toward the key's limit only if the key
   * has include_byok_in_limit. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly byok_usage?: number | undefined
}

/** The request that a provider credential is wanted for. */
export interface CredentialUse {
  /** Slug of the requested model. If omitted, credentials with an allowlist of models are skipped. */
  readonly model?: string | undefined
  /**
   * User who makes the request. If omitted, credentials with an allowlist of users are skipped. 1 to 255 characters.
   */
  readonly userId?: string | undefined
  /**
   * Hash of the API key that makes the request. If omitted, credentials with an allowlist of keys are skipped. 64
   * characters.
   */
  readonly keyHash?: string | undefined
  /** UUID of the workspace whose credentials are searched. If omitted, the caller's workspace. */
  readonly workspaceId?: string | undefined
}
