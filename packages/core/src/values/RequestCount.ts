import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"

/** A number of requests: 1 to 1,000,000,000. */
export const RequestCount = Schema.Int.pipe(
  Schema.between(1, 1_000_000_000),
  expected("a whole number from 1 to 1000000000")
)

/** Limit of requests, in the input of an operation. Null means no limit. */
export const RequestLimit = Schema.NullOr(RequestCount).pipe(expected("a whole number from 1 to 1000000000, or null"))
