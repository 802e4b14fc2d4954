import { badRequest } from "../answers.js"
import type { Expectation, Step } from "../Case.js"
import { post } from "../requests.js"

/** The refusal of a change that would remove the last management key; the issue names this field. */
export const lastKeyNamed = (field: string): Expectation => ({
  ...badRequest,
  json: {
    "error.metadata.reason": "last_management_key",
    "error.metadata.issues.0.path": [field],
    "error.metadata.issues.0.expected": { $type: "string" }
  }
})

const expiring = { name: "Expiring", management: true, expires_at: "2099-01-01T00:00:00Z" }

/** Creates a management key that expires, and so does not replace the last one. */
export const ONE_EXPIRING: Step = { request: post("/keys", JSON.stringify(expiring)), expect: { status: 201 } }
