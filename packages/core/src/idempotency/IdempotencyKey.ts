import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_WORDS } from "../schema/idForms.js"
import { matching } from "../schema/matching.js"

/** The name that the sender of a change gives to it, so that it is done once however often it is sent. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.pattern(IDEMPOTENCY_KEY, { arbitrary: matching(IDEMPOTENCY_KEY) }),
  expected(IDEMPOTENCY_KEY_WORDS),
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = typeof IdempotencyKey.Type
