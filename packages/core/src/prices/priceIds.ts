import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"

/** An id in printable characters of ASCII. */
const id = (max: number) =>
  Schema.String.pipe(
    Schema.pattern(new RegExp(`^[ -~]{1,${max}}$`)),
    expected(`text of 1 to ${max} printable ASCII characters`)
  )

/** Provider of a card, such as `openai`: 1 to 100 printable ASCII characters. Compared exactly. */
export const PriceProvider = id(100)

/** Id of a model at its provider: 1 to 255 printable ASCII characters. Compared exactly. */
export const PriceModel = id(255)
