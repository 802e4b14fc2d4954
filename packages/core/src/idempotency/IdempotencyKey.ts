import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { matching } from "../schema/matching.js"

const form = /^[!-~]{1,255}$/

/** The name that the sender of a change gives to it, so that it is done once however often it is sent. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.pattern(form, { arbitrary: matching(form) }),
  expected("1 to 255 visible ASCII characters"),
  Schema.brand("IdempotencyKey")
)
export type IdempotencyKey = typeof IdempotencyKey.Type
