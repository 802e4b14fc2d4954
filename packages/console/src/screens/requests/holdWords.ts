/** States of requests, in the order in which the filter offers them. */
export const holdStates = ["open", "unknown", "settled", "released", "expired"] as const

/** How they look. */
export const holdTone = {
  open: "plain",
  unknown: "warn",
  settled: "good",
  released: "plain",
  expired: "plain"
} as const

/** Irregularities of requests. */
export const holdFlags = [
  "overdrawn",
  "late",
  "outside_plan",
  "outside_policy",
  "price_missing",
  "settlement_refused",
  "credential_assumed"
] as const
