import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"

/** The fields of a page whose `limit` has this default. */
export const pageFields = (defaultLimit: number) => ({
  limit: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, 100), expected("a whole number from 1 to 100")), {
    default: () => defaultLimit
  }),
  offset: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER), expected("a whole number, 0 or more")),
    { default: () => 0 }
  )
})

/** A page of a list: at most `limit` records (1 to 100, default 50) after skipping `offset` (default 0). */
export const Page = Schema.Struct(pageFields(50)).annotations({
  description: "Which part of a list to return.",
  ...strict
})
export interface Page extends Schema.Schema.Type<typeof Page> {}

/** A whole number in decimal digits, between two bounds. The word `null` counts as omitted. */
export const digits = (min: number, max: number, omitted: number, phrase: string) =>
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

/** The same fields as URL query parameters. */
export const pageQueryFields = (defaultLimit: number) => ({
  limit: digits(1, 100, defaultLimit, "one whole number from 1 to 100, in decimal digits").annotations({
    description: "Maximum number of records to return."
  }),
  offset: digits(0, Number.MAX_SAFE_INTEGER, 0, "one whole number, 0 or more, in decimal digits").annotations({
    description: "Number of records to skip."
  })
})

/** `Page` as URL query parameters. Unknown parameters are ignored. */
export const PageQuery = Schema.Struct(pageQueryFields(50))

/** One page of a list, with the total number of records. */
export const Paged = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.Struct({
    data: documented(Schema.Array(item), "The records of this page."),
    total_count: documented(Schema.Int, "Total number of records, independent of the page.", 1)
  })
export interface Paged<A> {
  readonly data: ReadonlyArray<A>
  readonly total_count: number
}
