import * as Schema from "effect/Schema"
import { documented, strict } from "../../schema/fields.js"
import { text } from "../../schema/text.js"

/** Input for releasing the unsent holds of a process. */
export const HoldsOfInstance = Schema.Struct({
  instance: documented(text(64), "Name of the process, as it was stated when the holds were created.", "gateway-1")
}).annotations({
  identifier: "HoldsOfInstance",
  description: "Input for releasing the unsent holds of a process.",
  ...strict
})
export interface HoldsOfInstance extends Schema.Schema.Type<typeof HoldsOfInstance> {}

/** Result of releasing holds. */
export const ReleasedHolds = Schema.Struct({
  released: documented(Schema.Int, "Number of holds that were released.", 1)
}).annotations({ identifier: "ReleasedHolds", description: "Result of releasing holds." })
export interface ReleasedHolds extends Schema.Schema.Type<typeof ReleasedHolds> {}
