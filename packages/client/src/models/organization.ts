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
