// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** One change of the account. */
export interface AuditEntry {
  /** Number of the entry among those of the organization, from 1. */
  readonly seq: number
  /** Time of the change (UTC). */
  readonly created_at: string
  /** Resource and operation. */
  readonly action: string
  /**
   * Identifier of the changed object: the hash of a key or an authorization code, the slug of a preset, the id of a
   * user, or a UUID. Null for the organization's catalogue of image models.
   */
  readonly object: string | null
  /** Who made the change: a management key, or the host of the server. */
  readonly actor_kind: "management" | "host"
  /** Hash of the management key that made the change. Null for the host. 64 characters. */
  readonly actor_hash: string | null
  /**
   * User of the management key, or the organization's owner. Null if the host acted without an organization. 1 to 255
   * characters.
   */
  readonly actor_user_id: string | null
  /**
   * New values of the fields that were stated. A value longer than 2,000 characters of JSON is replaced by its number
   * of `characters` and its `sha256`. `{ "unreadable": true }` if the stored text was changed in the database and is no
   * JSON object.
   */
  readonly changes: { readonly [name: string]: unknown }
  /** Names of the fields that were stated and are secret. Their values are never recorded. */
  readonly secrets: ReadonlyArray<string>
  /** The `X-Request-Id` of the answer. Null if there was no request. */
  readonly request_id: string | null
  /** IP address from which the server was called; behind a proxy, the proxy's. Null if there was no request. */
  readonly address: string | null
  /** SHA-256 over this entry and the hash of the entry before, in 64 lowercase hexadecimal digits. */
  readonly hash: string
}

/** Which entries to list, and which part of the list to return. */
export interface AuditPage {
  /**
   * Maximum number of records to return. 1 to 100.
   *
   * @default 50
   */
  readonly limit?: number | undefined
  /**
   * Number of records to skip.
   *
   * @default 0
   */
  readonly offset?: number | undefined
  /** Only changes by the management key with this hash. 64 characters. */
  readonly actor_hash?: string | undefined
  /** Only changes by this operation, such as keys.updateKey. 1 to 255 characters. */
  readonly action?: string | undefined
  /** Only changes of the object with this id. 1 to 255 characters. */
  readonly object?: string | undefined
  /** Only changes at this time (UTC) or later. ISO 8601 date and time. */
  readonly from?: string | undefined
  /** Only changes before this time (UTC). ISO 8601 date and time. */
  readonly to?: string | undefined
}
