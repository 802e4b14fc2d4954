// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** A member of the organization. */
export interface OrganizationMember {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Id of the user, assigned by the host. 1 to 255 characters. */
  readonly user_id: string
  /** Role of the user. The host decides what it permits. */
  readonly role: "admin" | "member"
  /** Time at which the user was added (UTC). */
  readonly created_at: string
}

/** Input for adding a member to the organization. */
export interface NewOrganizationMember {
  /** Id of the user, assigned by the host. 1 to 255 characters. */
  readonly user_id: string
  /**
   * Role of the user. The host decides what it permits.
   *
   * @default "member"
   */
  readonly role?: "admin" | "member" | undefined
}

/** Changes to a member of the organization. Absent fields are left unchanged. */
export interface OrganizationMemberPatch {
  /** New role of the user. The host decides what it permits. */
  readonly role?: "admin" | "member" | undefined
}

/** Result of the removal. */
export interface RemovedOrganizationMember {
  /** Always true. */
  readonly deleted: true
  /** Number of the user's API keys that were disabled. */
  readonly disabled_keys: number
}
