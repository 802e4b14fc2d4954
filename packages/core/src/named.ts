import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Reads an id that a caller names an object by. What cannot be an id names nothing, so it is none, not an error. */
export const named = <A>(id: Schema.Schema<A, string>): ((text: string) => Option.Option<A>) => Schema.decodeOption(id)
