// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** Which requests to report, and how to group them. */
export interface ActivityPage {
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
  /** First day (UTC). By default, the day 29 days before `to`. */
  readonly from?: string | undefined
  /** Last day (UTC), inclusive, at most 366 days in all. By default, today. */
  readonly to?: string | undefined
  /**
   * What to group requests by: day, model, provider, key, user, workspace, basis, or label: and the name of a label. In
   * a query, separated by commas. By default, day.
   */
  readonly group_by?: ReadonlyArray<string> | undefined
}

/** What the requests of a group cost. */
export interface ActivityRow {
  /** Day on which the requests were opened (UTC). Absent unless requests are grouped by it. */
  readonly day?: string
  /**
   * Slug of the model that was used, or of the first that was asked for. Null if neither was stated. Absent unless
   * requests are grouped by it. 1 to 255 characters.
   */
  readonly model?: string | null
  /** Slug of the provider. Null if not stated. Absent unless requests are grouped by it. 1 to 50 characters. */
  readonly provider?: string | null
  /**
   * Hash of the API key that spent. It stays the same when the key is rotated. Absent unless requests are grouped by
   * it. 64 characters.
   */
  readonly key?: string
  /** Name of the key now. Null if it was deleted. Absent unless requests are grouped by key. 1 to 255 characters. */
  readonly key_name?: string | null
  /**
   * User who made the requests, by the id that the host has assigned. Absent unless requests are grouped by it. 1 to
   * 255 characters.
   */
  readonly user?: string
  /** Workspace of the key. Absent unless requests are grouped by it. UUID. */
  readonly workspace?: string
  /**
   * Name of the workspace now. Null if it was deleted. Absent unless requests are grouped by workspace. 1 to 100
   * characters.
   */
  readonly workspace_name?: string | null
  /** Source of the cost. Null if not stated. Absent unless requests are grouped by it. */
  readonly basis?: "provider" | "table" | "estimate" | null
  /**
   * Values of the labels that requests are grouped by. Null for requests without the label. Absent unless requests are
   * grouped by it.
   */
  readonly labels?: { readonly [name: string]: string | null }
  /** Number of requests that were settled, or whose outcome is unknown. */
  readonly requests: number
  /** Cost of the requests through the gateway's own credentials, in USD. */
  readonly cost: number
  /** Cost of the requests through the organization's credentials, in USD. */
  readonly byok_cost: number
  /** Amounts held for requests whose outcome is unknown, in USD. */
  readonly unknown: number
  /** Number of input tokens, as far as they were stated. */
  readonly input_tokens: number
  /** Number of output tokens, as far as they were stated. */
  readonly output_tokens: number
}
