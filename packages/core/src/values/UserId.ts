import * as Schema from "effect/Schema"
import { Name } from "./Name.js"

/** Id of a user, assigned by the host: 1 to 255 code points. */
export const UserId = Name.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type
