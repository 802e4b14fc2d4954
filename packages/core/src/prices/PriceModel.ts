import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"

/** Id of a model at its provider: 1 to 255 printable ASCII characters. Compared exactly. */
export const PriceModel = Schema.String.pipe(
  Schema.pattern(/^[ -~]{1,255}$/),
  expected("text of 1 to 255 printable ASCII characters")
)
