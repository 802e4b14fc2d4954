// Written by `npm run generate` from the schemas of @tollgate/core. Change the schemas, not this file.

/** Which part of a list to return. */
export interface Page {
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
}

/** Which part of a list to return, of all workspaces or of one. */
export interface PageInWorkspace extends Page {
  /** Only records of the workspace with this UUID. */
  readonly workspace_id?: string | undefined
}

/** One page of a list, with the size of the whole list. */
export interface Paged<A> {
  /** The records of this page. */
  readonly data: ReadonlyArray<A>
  /** Total number of records, independent of the page. */
  readonly total_count: number
}

/** Confirmation of the deletion. */
export interface Deleted {
  /** Always true. A missing object is answered 404. */
  readonly deleted: boolean
}
