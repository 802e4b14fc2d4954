// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** Input for creating an authorization code after a user's consent. */
export interface NewAuthorizationCode {
  /**
   * URL to redirect the user to, at most 2048 characters: https, or http to localhost, 127.0.0.1 or [::1], without user
   * and fragment.
   */
  readonly callback_url: string
  /** PKCE code challenge (RFC 7636). 43 to 128 characters. */
  readonly code_challenge?: string | undefined
  /** PKCE code challenge method. Defaults to S256 if there is a challenge. */
  readonly code_challenge_method?: "S256" | "plain" | undefined
  /**
   * User the key is created for. Null if no particular user. 1 to 255 characters.
   *
   * @default null
   */
  readonly user_id?: string | null | undefined
  /**
   * Spending limit of the key in USD. 0 blocks all spending; null means unlimited. 0 to 1,000,000,000.
   *
   * @default null
   */
  readonly limit?: number | null | undefined
  /**
   * Interval at which the limit resets, at midnight UTC. Null if it never resets.
   *
   * @default null
   */
  readonly usage_limit_type?: "daily" | "weekly" | "monthly" | null | undefined
  /**
   * Expiration time of the key (UTC). Null if the key does not expire. ISO 8601 date and time.
   *
   * @default null
   */
  readonly expires_at?: string | null | undefined
  /**
   * Name of the key, 1 to 100 characters.
   *
   * @default "Authorized application"
   */
  readonly key_label?: string | undefined
  /** UUID of the workspace that the key belongs to. Defaults to the organization's default workspace. */
  readonly workspace_id?: string | undefined
}

/** A single-use authorization code. */
export interface AuthorizationCode {
  /** The authorization code. It is returned only in this response. */
  readonly id: string
  /** Creation time (UTC). */
  readonly created_at: string
  /** Expiration time of the code (UTC), ten minutes after its creation. */
  readonly expires_at: string
}

/** Input for exchanging an authorization code for an API key (RFC 6749, section 4.1.3; RFC 7636, section 4.5). */
export interface AuthorizationCodeExchange {
  /** The authorization code from the redirect. At least 1 characters. */
  readonly code: string
  /** PKCE code verifier. Required if the code has a challenge. 43 to 128 characters. */
  readonly code_verifier?: string | undefined
  /** PKCE code challenge method. Absent or null means the method stored with the code. */
  readonly code_challenge_method?: "S256" | "plain" | null | undefined
}

/** The API key created by an exchange, and its user. */
export interface ExchangedApiKey {
  /** The API key. It is returned only in this response. */
  readonly key: string
  /** User the key is created for. Null if no particular user. 1 to 255 characters. */
  readonly user_id: string | null
}
