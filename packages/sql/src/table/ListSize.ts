import * as Schema from "effect/Schema"

/** The row with the size of a list. */
export const ListSize = Schema.Struct({ size: Schema.Int })
