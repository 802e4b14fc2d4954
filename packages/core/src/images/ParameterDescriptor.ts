import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../schema/expected.js"
import { documented } from "../schema/fields.js"
import { unchecked } from "../schema/unchecked.js"
import { Name } from "../values/Name.js"

const GREATEST = Number.MAX_SAFE_INTEGER

/** A bound of a range. Negative zero becomes zero, as JSON has it. */
const bound = Schema.transform(
  Schema.Finite.pipe(Schema.between(-GREATEST, GREATEST)),
  Schema.Finite.pipe(
    Schema.between(-GREATEST, GREATEST),
    Schema.filter((value) => !Object.is(value, -0))
  ),
  { strict: true, decode: (value) => value + 0, encode: (value) => value }
).pipe(expected(`a number from -${GREATEST} to ${GREATEST}`))

const values = (value: Schema.Schema<string>) =>
  Schema.Struct({
    type: documented(Schema.Literal("enum"), "The parameter takes one of a list of values."),
    values: documented(Schema.Array(value), "The accepted values.", ["1:1", "16:9"])
  })

const range = <I extends number>(limit: Schema.Schema<number, I>) =>
  Schema.Struct({
    type: documented(Schema.Literal("range"), "The parameter takes a number."),
    min: documented(limit, "The smallest accepted number.", 1),
    max: documented(limit, "The largest accepted number. At least `min`.", 50)
  })

const boolean = Schema.Struct({
  type: documented(Schema.Literal("boolean"), "The parameter takes true or false.")
})

const described = { description: "What a parameter of an image model accepts." }

/** What a parameter accepts, as a request states it: names of at most 255 characters, numbers with `min` up to `max`. */
export const parameterDescriptorInput = (name: Schema.Schema<string>) =>
  Schema.Union(
    values(name),
    range(bound).pipe(
      Schema.filter(({ max, min }) => min <= max || { path: ["max"], message: `${EXPECTED}a number not below min` })
    ),
    boolean
  ).annotations(described)

/** What a parameter of an image model accepts. */
export const ParameterDescriptor = Schema.Union(values(unchecked(Name)), range(Schema.Finite), boolean).annotations(
  described
)
export type ParameterDescriptor = typeof ParameterDescriptor.Type
