import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"

/** Confirmation of a deletion. */
export const Deleted = Schema.Struct({
  deleted: documented(Schema.Boolean, "Always true. A missing object is answered 404.", true)
}).annotations({
  identifier: "Deleted",
  description: "Confirmation of the deletion."
})
export interface Deleted extends Schema.Schema.Type<typeof Deleted> {}
