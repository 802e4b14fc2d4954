import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"

/** Confirms that something is deleted, with all that belonged to it. */
export const Deleted = Schema.Struct({
  deleted: documented(Schema.Boolean, "Always true: what is not there is 404", true)
}).annotations({
  identifier: "Deleted",
  description: "Confirms that something is deleted, with all that belonged to it."
})
export interface Deleted extends Schema.Schema.Type<typeof Deleted> {}
