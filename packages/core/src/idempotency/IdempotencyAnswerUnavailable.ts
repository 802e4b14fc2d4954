import { refusal } from "../schema/refusal.js"

/**
 * The change under this idempotency key was done within the last 24 hours, and is not done again. Its answer cannot be given again: it was
 * too large to be kept, or it was sealed with a master key that was removed since.
 */
export class IdempotencyAnswerUnavailable extends refusal<IdempotencyAnswerUnavailable>()(
  "IdempotencyAnswerUnavailable",
  {}
) {}
