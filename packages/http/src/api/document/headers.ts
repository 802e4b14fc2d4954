/** The headers of answers, which responses refer to by name. */
export const headers = {
  "X-Request-Id": {
    description: "Names this request and its answer; it is in the server's log line, too",
    required: true,
    schema: { type: "string", format: "uuid" }
  },
  "WWW-Authenticate": {
    description: "How to present a key (RFC 6750, section 3)",
    required: true,
    schema: { type: "string", enum: ["Bearer"] }
  },
  "X-RateLimit-Limit": {
    description: "Requests that one key may send in a minute; absent where the host has switched the limit off",
    schema: { type: "integer", minimum: 1 }
  },
  "X-RateLimit-Remaining": {
    description: "How many of them are left",
    schema: { type: "integer", minimum: 0 }
  },
  "X-RateLimit-Reset": {
    description: "When all of them are there again: a Unix time in seconds",
    schema: { type: "integer", minimum: 0 }
  },
  "Retry-After": {
    description: "Seconds until the next request is let through (RFC 9110, section 10.2.3)",
    required: true,
    schema: { type: "integer", minimum: 0 }
  }
} as const

const limited = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const

/** The headers that an answer of this status has, by reference. Who is not let in is not counted. */
export const headersOf = (status: number, perMinute: number | null) => {
  const names: ReadonlyArray<keyof typeof headers> = [
    "X-Request-Id",
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(perMinute === null || status === 401 || status === 403 ? [] : limited),
    ...(status === 429 ? (["Retry-After"] as const) : [])
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
