/** A problem of the input, and what is expected in its place. */
export interface Issue {
  readonly path: ReadonlyArray<string | number>
  readonly expected: string
}

/** A refused request as its sender knows it, and what the answer says of the reason. */
export interface RefusedRequest {
  readonly path: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  /** The resource of the operation, such as `workspaces`. */
  readonly resource: string
  readonly reason: unknown
  readonly issues: ReadonlyArray<Issue>
  /** `error.metadata` of the answer. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly cause: unknown
}

/** What a refusal is to the server, the clients and the API document. Its functions take the fields of the refusal. */
export interface RefusalEntry {
  /** HTTP status of the answer. */
  readonly status: number
  /** Stable word for the cause, `error.metadata.reason` of the answer. A field `reason` takes its place. */
  readonly reason: string
  /** The same, where it follows from the fields. */
  readonly reasonOf?: (fields: never) => string
  /** Message of the error. */
  readonly sentence: string
  /** The same, where it follows from the fields. */
  readonly sentenceOf?: (fields: never) => string
  /** The field of the request to change, and what to send instead. */
  readonly issue?: { readonly field: string; readonly expected: string }
  /** The same, where it follows from the fields. */
  readonly issuesOf?: (fields: never) => ReadonlyArray<Issue>
  /** The fields of the refusal, for a client that has only the request. By default, the request's fields of the same names. */
  readonly from?: (request: RefusedRequest) => Readonly<Record<string, unknown>>
  /** Names of fields that the answer states in `error.metadata`, from where a client reads them. */
  readonly stated?: ReadonlyArray<string>
}
