// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

import type { ApiKey, Workspace } from "@tollgate/client"

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
