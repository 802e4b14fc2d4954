import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { ActivityEntry } from "./ActivityEntry.js"

/** The next entries after a position, and the position to go on from. */
export const ActivityEntries = Schema.Struct({
  data: documented(Schema.Array(ActivityEntry), "The entries, in the order of their positions."),
  after: documented(
    Schema.Int,
    "Position to state as `after` in the next request: of the last entry, or the one that was stated if there is none.",
    7
  )
}).annotations({ identifier: "ActivityEntries", description: "The next entries after a position." })
export interface ActivityEntries extends Schema.Schema.Type<typeof ActivityEntries> {}
