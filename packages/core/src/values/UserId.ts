import * as Schema from "effect/Schema"
import { Name } from "./Name.js"

/** A user of an organization, by the name that the host gave: 1 to 255 code points. */
export const UserId = Name.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type
