import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { strict } from "../schema/fields.js"

/** Input for rotating a key. The grace is 0 to 2,592,000 seconds (30 days), by default 0. */
export const KeyRotation = Schema.Struct({
  grace_seconds: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(0, 2_592_000), expected("a whole number from 0 to 2592000")),
    { default: () => 0 }
  ).annotations({
    description:
      "Number of seconds for which the old secret still works, at most 2592000 (30 days) and never longer than the key. Defaults to 0."
  })
}).annotations({
  identifier: "KeyRotation",
  description: "Input for rotating an API key.",
  examples: [{ grace_seconds: 3600 }],
  ...strict
})
export interface KeyRotation extends Schema.Schema.Type<typeof KeyRotation> {}
