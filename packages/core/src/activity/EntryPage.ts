import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { strict } from "../schema/fields.js"
import { digits } from "../values/Page.js"

/** The most entries of a page. */
const MOST = 1_000
/** The entries of a page that states no limit. */
const USUAL = 100

/** After which position to read entries, and how many. */
export const EntryPage = Schema.Struct({
  after: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER), expected("a whole number, 0 or more")),
    { default: () => 0 }
  ),
  limit: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, MOST), expected(`a whole number from 1 to ${MOST}`)), {
    default: () => USUAL
  })
}).annotations({ description: "After which position to read entries, and how many.", ...strict })
export interface EntryPage extends Schema.Schema.Type<typeof EntryPage> {}

/** `EntryPage` as URL query parameters. */
export const EntryQuery = Schema.Struct({
  after: digits(0, Number.MAX_SAFE_INTEGER, 0, "one whole number, 0 or more, in decimal digits").annotations({
    description: "Position of the last entry that was read, as `after` of the answer has it. 0 is before the first."
  }),
  limit: digits(1, MOST, USUAL, `one whole number from 1 to ${MOST}, in decimal digits`).annotations({
    description: "Maximum number of entries to return."
  })
})
