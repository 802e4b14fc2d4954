import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { expected } from "./expected.js"

/**
 * A field with what it means and an example, for the API document alone: it is read and written as before. Beside fields that
 * may be left out the framework forgets what a field means, and shows what is expected.
 */
export const documented = <A, I, R>(schema: Schema.Schema<A, I, R>, description: string, example?: A) =>
  Schema.propertySignature(schema).annotations({
    description,
    ...(example === undefined ? {} : { examples: [example] })
  })

/**
 * The same for a field that must be there beside others with defaults: of those the document shows what is read, which
 * knows nothing of fields.
 */
export const required = <A, I, R>(schema: Schema.Schema<A, I, R>, description: string): Schema.Schema<A, I, R> => {
  const jsonSchema = Option.getOrElse(AST.getJSONSchemaAnnotation(schema.ast), () => ({}))
  const says = Object.keys(jsonSchema).length === 0 ? {} : { jsonSchema: { ...jsonSchema, description } }
  return schema.annotations({ ...says, description })
}

/** What a schema says of the value that it reads. */
const descriptionOf = (ast: AST.AST): string | undefined =>
  Option.getOrElse(AST.getDescriptionAnnotation(ast), () =>
    AST.isTransformation(ast) ? descriptionOf(ast.from) : undefined
  )

/** A field that may be left out; `undefined` is as if it were. Without words of its own the document says what is expected. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description = descriptionOf(schema.ast)) => {
  const optional = Schema.optionalToOptional(Schema.UndefinedOr(schema), Schema.typeSchema(schema), {
    decode: Option.filter(Predicate.isNotUndefined),
    encode: identity
  })
  // The API document describes what is read, and would take the words of what it becomes.
  return description === undefined ? optional : optional.annotations({ description })
}

/** A field that may be left out, or be null, and then is null. */
export const nullable = <A, I>(schema: Schema.Schema<A | null, I | null>, description = descriptionOf(schema.ast)) => {
  const optional = Schema.optionalWith(schema, { default: (): A | null => null })
  return description === undefined ? optional : optional.annotations({ description })
}

/** A flag that may be left out, and then is not set. */
export const optionalFalse = (description: string) =>
  Schema.optionalWith(bool, { default: () => false }).annotations({ description })

/** A boolean that somebody states. */
export const bool = Schema.Boolean.pipe(expected("true or false"))

/** Decoding that refuses unknown names and reports every issue, for what comes from outside. */
export const strict = { parseOptions: { onExcessProperty: "error", errors: "all" } } as const
