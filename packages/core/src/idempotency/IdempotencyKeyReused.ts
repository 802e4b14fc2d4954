import { refusal } from "../schema/refusal.js"

/** The caller has given this idempotency key to another request within the last 24 hours. */
export class IdempotencyKeyReused extends refusal<IdempotencyKeyReused>()(
  "IdempotencyKeyReused",
  {},
  {
    status: 400,
    reason: "idempotency_key_reused",
    sentence: "This idempotency key was used for a different request within the last 24 hours.",
    issue: { field: "Idempotency-Key", expected: "a new key for each change, and the same request under the same key" }
  }
) {}
