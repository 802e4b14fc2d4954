// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

import type { ApiKey, Workspace } from "@tollgate/client"

/** The prices of one model at one provider, for a period of time. */
export interface NewRateCard {
  /** Slug of the provider of the model, such as openai, or of a server of your own. 1 to 50 characters. */
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
  /** The secret. It is returned only in this result. */
  readonly key: string
  /** The key without its secret. */
  readonly data: GatewayKey
}

/** A key of another service: the SHA-256 of its secret, its terms, and what it has spent. */
export interface NewImportedKey {
  /** SHA-256 of the secret in 64 lowercase hexadecimal digits. Nothing returns it. */
  readonly secret_hash: string
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
  /**
   * Masked secret, at most 32 characters. Null means the prefix of the import and `...`.
   *
   * @default null
   */
  readonly label?: string | null | undefined
  /**
   * Whether the key is disabled.
   *
   * @default false
   */
  readonly disabled?: boolean | undefined
  /**
   * What the key has spent before the import through the gateway's credentials, in USD. It counts for the key, its
   * workspace and its organization. 0 for a management key. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly usage?: number | undefined
  /**
   * The part of it in the current UTC day. At most that of the week and that of the month. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly usage_daily?: number | undefined
  /**
   * The part of it in the current UTC week (Monday to Sunday). 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly usage_weekly?: number | undefined
  /**
   * The part of it in the current UTC calendar month. 0 to 1,000,000,000.
   *
   * @default 0
   */
  readonly usage_monthly?: number | undefined
}

/** Keys of another service to import. All of them are imported, or none. */
export interface NewImportedKeys {
  /**
   * How the secrets begin. Only secrets that begin so are looked up. Null if they have the form of this server's own
   * keys, with their checksum.
   *
   * @default null
   */
  readonly prefix?: string | null | undefined
  /** The keys, at most 1000. */
  readonly keys: ReadonlyArray<NewImportedKey>
  /**
   * Whether to check the keys only, and to import none.
   *
   * @default false
   */
  readonly dry_run?: boolean | undefined
}

/** Result of the import. */
export interface ImportedKeys {
  /** Number of keys imported. 0 in a dry run. */
  readonly imported_count: number
  /** Public hashes of the imported keys, in the order of the input. They are random. Empty in a dry run. */
  readonly hashes: ReadonlyArray<string>
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
