import * as Context from "effect/Context"

/** Where a request comes from, for the audit log. */
interface Origin {
  /** The id of the request, as in its answer and its log line. Null outside of a server. */
  readonly requestId: string | null
  /** The IP address of the client. Null if it is not known. */
  readonly address: string | null
}

/**
 * The request that a program is part of. The HTTP server provides it; a host can, too.
 *
 * @default no request
 *
 * @example
 * import { type ApiKeyPatch, RequestOrigin, updateKey } from "@tollgate/core"
 * import { Effect } from "effect"
 *
 * export const updateFor = (jobId: string, hash: string, patch: ApiKeyPatch) =>
 *   Effect.provideService(updateKey(hash, patch), RequestOrigin, { requestId: jobId, address: null })
 */
export class RequestOrigin extends Context.Reference<RequestOrigin>()("@tollgate/core/RequestOrigin", {
  defaultValue: (): Origin => ({ requestId: null, address: null })
}) {}
