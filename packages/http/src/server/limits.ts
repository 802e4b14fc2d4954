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

export const MAX_CONNECTIONS = 1_000

/** How long requests in flight have to finish once the server stops. */
export const STOP_MILLIS = 10_000
