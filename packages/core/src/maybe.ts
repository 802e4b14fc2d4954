import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { flag } from "./flag.js"

/** What a schema says of the value that it reads. */
const descriptionOf = (ast: AST.AST): string | undefined =>
  Option.getOrElse(AST.getDescriptionAnnotation(ast), () =>
    AST.isTransformation(ast) ? descriptionOf(ast.from) : undefined
  )

/** A field that may be left out; `undefined` is as if it were. Without words of its own the document says what is expected. */
export const maybe = <A, I>(schema: Schema.Schema<A, I>, description = descriptionOf(schema.ast)) => {
  const optional = Schema.optionalToOptional(Schema.UndefinedOr(schema), Schema.typeSchema(schema), {
    decode: Option.filter(Predicate.isNotUndefined),
    encode: identity
  })
  // The API document describes what is read, and would take the words of what it becomes.
  return description === undefined ? optional : optional.annotations({ description })
}

/** A field that may be left out, or be null, and then is null. */
export const orNull = <A, I>(schema: Schema.Schema<A | null, I | null>, description = descriptionOf(schema.ast)) => {
  const optional = Schema.optionalWith(schema, { default: (): A | null => null })
  return description === undefined ? optional : optional.annotations({ description })
}

/** A flag that may be left out, and then is not set. */
export const orFalse = (description: string) =>
  Schema.optionalWith(flag, { default: () => false }).annotations({ description })
