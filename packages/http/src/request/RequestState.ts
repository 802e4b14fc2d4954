import type { Principal } from "@tollgate/core/models"
import * as Context from "effect/Context"

/**
 * What one request has come to so far, for the answer's envelope and headers and for the log line. One object a request,
 * changed in place by the one fiber that serves it: setting a FiberRef anew each time costs a tenth of a request.
 */
export interface RequestState {
  readonly requestId: string
  /** When it began, in milliseconds since 1970. */
  readonly began: number
  /** What stands before the path that the router sees. */
  readonly basePath: string
  caller: Principal | null
  /** What is to stand in the answer beside its own headers, by lower-case name. */
  headers: Readonly<Record<string, string>> | null
}

export const start = (requestId: string, began: number, basePath = ""): RequestState => ({
  requestId,
  began,
  basePath,
  caller: null,
  headers: null
})

/** The state of the request that the current fiber serves. */
export class Current extends Context.Reference<Current>()("@tollgate/http/RequestState", {
  defaultValue: () => start("", 0)
}) {}

/** Has the answer carry these headers beside those that others have asked for. */
export const addHeaders = (state: RequestState, headers: Readonly<Record<string, string>>): void => {
  state.headers = state.headers === null ? headers : { ...state.headers, ...headers }
}
