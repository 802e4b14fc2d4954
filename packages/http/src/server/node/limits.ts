/** What one connection may cost. Times are in milliseconds. */
export const serverOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  // Judged by ourselves, so that it is answered with the envelope.
  requireHostHeader: false
} as const

/** How many headers a request may have. */
export const MAX_HEADERS = 100

export const MAX_CONNECTIONS = 1_000

/** How many connections may wait to be accepted, as Node.js has it. */
export const BACKLOG = 511

/** How many requests may wait on one connection: they are answered, and what comes behind them is not. */
export const MAX_PIPELINED = 100

/** How long a client may take nothing of its answers. Node.js limits receiving alone. */
export const SEND_MILLIS = 30_000

/** How long requests in flight have to finish once the server stops: what it stands on has a second more until Docker kills. */
export const STOP_MILLIS = 7_000

/** How long a server that stops waits for requests that were sent before. */
export const MOMENT_MILLIS = 50
