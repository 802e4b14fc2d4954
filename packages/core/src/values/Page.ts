import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"

/** Which part of a list: at most `limit` (1 to 100, default 50) records after the first `offset` (default 0). */
export const Page = Schema.Struct({
  limit: Schema.optionalWith(Schema.Int.pipe(Schema.between(1, 100), expected("a whole number from 1 to 100")), {
    default: () => 50
  }),
  offset: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER), expected("a whole number, 0 or more")),
    { default: () => 0 }
  )
}).annotations(strict)
export interface Page extends Schema.Schema.Type<typeof Page> {}

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

/** A page as a query states it, in text; other names in the query are ignored. */
export const PageQuery = Schema.Struct({
  limit: digits(1, 100, 50, "one whole number from 1 to 100, in plain digits").annotations({
    description: "How many records at most"
  }),
  offset: digits(0, Number.MAX_SAFE_INTEGER, 0, "one whole number, 0 or more, in plain digits").annotations({
    description: "How many records to skip"
  })
})

/** One page of a list, with the size of the whole list. */
export const Paged = <A, I>(item: Schema.Schema<A, I>) =>
  Schema.Struct({
    data: documented(Schema.Array(item), "The records of this page"),
    total_count: documented(Schema.Int, "How many there are in all, whatever the page", 1)
  })
export interface Paged<A> {
  readonly data: ReadonlyArray<A>
  readonly total_count: number
}
