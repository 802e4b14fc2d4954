// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

import type { ApiKey, CurrentApiKey, Workspace } from "@tollgate/client"

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
  readonly key: CurrentApiKey
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
