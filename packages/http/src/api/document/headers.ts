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
    description:
      "Limit in requests per minute: that of the key or that of its organization, whichever has fewer requests left. Absent if the server has no limit.",
    schema: { type: "integer", minimum: 1 }
  },
  "X-RateLimit-Remaining": {
    description: "Requests left in the current 60 seconds.",
    schema: { type: "integer", minimum: 0 }
  },
  "X-RateLimit-Reset": {
    description: "Time when the whole limit is available again, in Unix seconds.",
    schema: { type: "integer", minimum: 0 }
  },
  "Retry-After": {
    description: "Seconds until the next request is accepted (RFC 9110, section 10.2.3).",
    required: true,
    schema: { type: "integer", minimum: 0 }
  }
} as const

const limited = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const

/** The headers of a response by status, by reference. Requests that are not authorized are not counted. */
export const headersOf = (status: number) => {
  const names: ReadonlyArray<keyof typeof headers> = [
    "X-Request-Id",
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(status === 401 || status === 403 ? [] : limited),
    ...(status === 429 ? (["Retry-After"] as const) : [])
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
