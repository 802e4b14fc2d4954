import { refusal } from "../schema/refusal.js"

/** The caller has given this idempotency key to another request within the last 24 hours. */
export class IdempotencyKeyReused extends refusal<IdempotencyKeyReused>()("IdempotencyKeyReused", {}) {}
