/** Response headers, under `components.headers`. */
export const headers = {
  "X-Request-Id": {
    description: "Unique id of this request. It is also in the server's log.",
    required: true,
    schema: { type: "string", format: "uuid" }
  },
  "WWW-Authenticate": {
    description: "Authentication scheme (RFC 6750, section 3).",
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
    description: "Time at which the full limit is available again, as a Unix timestamp in seconds.",
    schema: { type: "integer", minimum: 0 }
  },
  "Idempotency-Replayed": {
    description:
      "Present if the request has an `Idempotency-Key`. `true` if the stored response of an earlier request was returned.",
    schema: { type: "string", enum: ["true", "false"] }
  },
  "Retry-After": {
    description:
      "Seconds until the next request is accepted (RFC 9110, section 10.2.3). 1 if the reason is `too_many_in_flight`: it is accepted once a hold ends.",
    required: true,
    schema: { type: "integer", minimum: 0 }
  },
  "Retry-After-Holds": {
    description:
      "Seconds until the lease of an open hold ends, so that the amount may fit. Holds may be settled earlier. Present only if the reason is `budget_held`.",
    schema: { type: "integer", minimum: 1 }
  },
  "Retry-After-Storage": {
    description: "Seconds until the request can be repeated. Present only if the reason is `storage_unavailable`.",
    schema: { type: "integer", minimum: 0 }
  }
} as const

const limited = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const

/**
 * The headers of a response by status, by reference. Requests that are answered 401 are not counted. Where gateway keys have no limit, those
 * with another key, which is answered 403, have one.
 */
export const headersOf = (status: number, isLimited: boolean, isRepeatable: boolean) => {
  const names: ReadonlyArray<keyof typeof headers> = [
    "X-Request-Id",
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...((isLimited && status !== 401) || status === 403 || status === 429 ? limited : []),
    ...(isRepeatable && status < 300 ? (["Idempotency-Replayed"] as const) : []),
    ...(status === 402 ? (["Retry-After-Holds"] as const) : []),
    ...(status === 429 ? (["Retry-After"] as const) : []),
    ...(status === 500 ? (["Retry-After-Storage"] as const) : [])
  ]
  return Object.fromEntries(
    names.map((name) => [name.replace(/-(Holds|Storage)$/, ""), { $ref: `#/components/headers/${name}` }])
  )
}

/** The request header of changes. */
export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Idempotency key, such as a random UUID. A retry with the same key within 24 hours returns the original response and does not repeat the change. Returns 400 if the key was used for another request, and 409 if the stored response cannot be returned: it was larger than 64 KiB, or sealed with a master key that was removed.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]{1,255}$" }
} as const
