import * as Schema from "effect/Schema"

/** Confirms that something is deleted, with all that belonged to it. */
export const Deleted = Schema.Struct({ deleted: Schema.Boolean })
export type Deleted = typeof Deleted.Type
