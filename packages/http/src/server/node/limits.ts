import * as Context from "effect/Context"

/** Headers of one request, in bytes together and in number. */
export const MAX_HEADER_BYTES = 16_384
export const MAX_HEADERS = 100

/** The most requests that wait on one connection. They are answered, later ones are not. */
export const MAX_PIPELINED = 100

/** The most connections that wait to be accepted: the default of Node.js. */
export const BACKLOG = 511

/** How long a client may take nothing of an answer, in milliseconds. Node.js only limits receiving. */
export const SEND_MILLIS = 30_000

/** How long a refused connection stays open for its client to read the refusal, in milliseconds. */
export const LINGER_MILLIS = 1_500

/** How long requests in flight have to finish once the server stops, in milliseconds. Docker kills after 10 seconds. */
export const STOP_MILLIS = 7_000

/** How long a stopping server waits for requests that were sent before, in milliseconds. */
export const MOMENT_MILLIS = 50

/** The limits of the server. Times are in milliseconds. */
export const serverLimits = {
  // More than the requests of gateway keys in flight, so that those beyond are answered 429 and other keys are served.
  maxConnections: 2_000,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000
}

/** Replaces the limits of the server in tests. */
export class ServerLimits extends Context.Reference<ServerLimits>()("@tollgate/http/ServerLimits", {
  defaultValue: () => serverLimits
}) {}
