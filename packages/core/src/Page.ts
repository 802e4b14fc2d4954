import * as Schema from "effect/Schema"
import { expected, strict } from "./Input.js"

/** Which part of a list: at most `limit` (1 to 100, default 50) records after the first `offset` (default 0). */
export const Page = Schema.Struct({
  limit: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, 100), expected("a whole number from 1 to 100")), {
    default: () => 50
  }),
  offset: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER), expected("a whole number, 0 or more")),
    { default: () => 0 }
  )
}).annotations(strict)
export type Page = typeof Page.Type

/** One page of a list, with the size of the whole list. */
export interface Paged<A> {
  readonly data: ReadonlyArray<A>
  readonly total_count: number
}
