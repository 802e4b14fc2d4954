import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A field that may be left out; `undefined` is as if it were. */
export const maybe = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalToOptional(Schema.UndefinedOr(schema), Schema.typeSchema(schema), {
    decode: Option.filter(Predicate.isNotUndefined),
    encode: identity
  })

/** A field that may be left out, or be null, and then is null. */
export const orNull = <A, I>(schema: Schema.Schema<A | null, I | null>) =>
  Schema.optionalWith(schema, { default: (): A | null => null })
