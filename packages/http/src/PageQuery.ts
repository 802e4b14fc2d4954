import { expected } from "@tollgate/core"
import * as Schema from "effect/Schema"

/** Plain decimal digits within bounds; the word `null` counts as omitted. */
const digits = (min: number, max: number, omitted: number, phrase: string) =>
  Schema.optionalWith(
    Schema.transform(
      Schema.String.pipe(
        Schema.filter((text) => text === "null" || (/^\d{1,16}$/.test(text) && +text >= min && +text <= max))
      )
        .annotations({ jsonSchema: { type: "integer", minimum: min, maximum: max, default: omitted } })
        .pipe(expected(phrase)),
      Schema.Int,
      { strict: true, decode: (text) => (text === "null" ? omitted : Number(text)), encode: String }
    ),
    { exact: true, default: () => omitted }
  )

/** Which part of a list a query asks for; other names in the query are ignored. */
export const PageQuery = Schema.Struct({
  limit: digits(1, 100, 50, "one whole number from 1 to 100, in plain digits"),
  offset: digits(0, Number.MAX_SAFE_INTEGER, 0, "one whole number, 0 or more, in plain digits")
})
