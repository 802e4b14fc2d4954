// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** A group of keys, credentials, guardrails and presets in the organization. */
export interface Workspace {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Name in URLs, unique in the organization. 1 to 50 characters. */
  readonly slug: string
  /** Display name. 1 to 100 characters. */
  readonly name: string
  /** Purpose of the workspace. Null if not stated. 1 to 500 characters. */
  readonly description: string | null
  /** Creation time (UTC). */
  readonly created_at: string
  /** Time of the last change (UTC). Null if never changed. */
  readonly updated_at: string | null
  /** User who created the workspace. Null if unknown. 1 to 255 characters. */
  readonly created_by: string | null
}

/** Input for creating a workspace. */
export interface NewWorkspace {
  /**
   * Name in URLs, unique in the organization: lowercase letters and digits in groups joined by single hyphens, not a
   * UUID. 1 to 50 characters.
   */
  readonly slug: string
  /** Display name. 1 to 100 characters. */
  readonly name: string
  /**
   * Purpose of the workspace. Null if not stated. 1 to 500 characters.
   *
   * @default null
   */
  readonly description?: string | null | undefined
}

/** Changes to a workspace. Absent fields are left unchanged; null clears a field. */
export interface WorkspacePatch {
  /** New name in URLs, unique in the organization. The default workspace keeps its slug. 1 to 50 characters. */
  readonly slug?: string | undefined
  /** New display name. 1 to 100 characters. */
  readonly name?: string | undefined
  /** Purpose of the workspace. Null if not stated. 1 to 500 characters. */
  readonly description?: string | null | undefined
}

/** A member of a workspace. */
export interface WorkspaceMember {
  /** Unique identifier. UUID. */
  readonly id: string
  /** Id of the user. 1 to 255 characters. */
  readonly user_id: string
  /** Id of the workspace. UUID. */
  readonly workspace_id: string
  /** Role of the user in the organization. */
  readonly role: "admin" | "member"
  /** Time at which the user was added (UTC). */
  readonly created_at: string
}

/** Input for adding members to a workspace. */
export interface NewWorkspaceMembers {
  /** Ids of users of the organization. Duplicates count once; unknown ids are ignored. 1 to 100 items. */
  readonly user_ids: ReadonlyArray<string>
}

/** Users to remove from a workspace. */
export interface WorkspaceUsers {
  /** Ids of the users. Duplicates count once; unknown ids are ignored. 1 to 100 items. */
  readonly user_ids: ReadonlyArray<string>
}

/** Result of removing members. */
export interface RemovedWorkspaceMembers {
  /** Number of users removed from the workspace. */
  readonly removed_count: number
}

/** Result of adding members. */
export interface AddedWorkspaceMembers {
  /** Number of users newly added to the workspace. */
  readonly added_count: number
  /** The new members. */
  readonly data: ReadonlyArray<WorkspaceMember>
}

/** A limit on what all API keys of a workspace, or of an organization, spend together in an interval. */
export interface PooledBudget {
  /** Interval of the budget. All but lifetime start again at midnight UTC. */
  readonly interval: "daily" | "weekly" | "monthly" | "lifetime"
  /** Spending limit in USD. */
  readonly limit_usd: number
  /** Cost of settled requests in the current interval, in USD. BYOK usage does not count. */
  readonly spent_usd: number
  /** Sum of open holds in the current interval, in USD. */
  readonly held_usd: number
  /** Sum of holds with an unknown outcome in the current interval, in USD. It counts like held. */
  readonly unknown_usd: number
  /** The limit minus spent, held and unknown, in USD. Negative if the limit is exceeded. */
  readonly remaining_usd: number
  /** End of the current interval (UTC). Null for the interval lifetime. */
  readonly resets_at: string | null
}

/** Input for setting a budget. */
export interface NewPooledBudget {
  /**
   * Spending limit in USD, above the limits of shorter intervals and below those of longer ones. 0 to 1,000,000,000.
   */
  readonly limit_usd: number
}
