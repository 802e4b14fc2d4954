import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { expected } from "./expected.js"

/**
 * A required field with a description and an example for the API document. In a struct that has optional fields use
 * `required`: there the framework drops the annotations of a property signature.
 */
export const documented = <A, I, R>(schema: Schema.Schema<A, I, R>, description: string, example?: A) =>
  Schema.propertySignature(schema).annotations({
    description,
    ...(example === undefined ? {} : { examples: [example] })
  })

/** A required field with a description, in a struct that has optional fields. */
export const required = <A, I, R>(schema: Schema.Schema<A, I, R>, description: string): Schema.Schema<A, I, R> => {
  const jsonSchema = Option.getOrElse(AST.getJSONSchemaAnnotation(schema.ast), () => ({}))
  const says = Object.keys(jsonSchema).length === 0 ? {} : { jsonSchema: { ...jsonSchema, description } }
  return schema.annotations({ ...says, description })
}

/** The description of a schema's encoded side. */
const descriptionOf = (ast: AST.AST): string | undefined =>
  Option.getOrElse(AST.getDescriptionAnnotation(ast), () =>
    AST.isTransformation(ast) ? descriptionOf(ast.from) : undefined
  )

/** An optional field. `undefined` counts as absent. The description defaults to that of the schema. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description = descriptionOf(schema.ast)) => {
  const optional = Schema.optionalToOptional(Schema.UndefinedOr(schema), Schema.typeSchema(schema), {
    decode: Option.filter(Predicate.isNotUndefined),
    encode: identity
  })
  // The API document describes the encoded side, and would otherwise take the description of the decoded one.
  return description === undefined ? optional : optional.annotations({ description })
}

/** An optional field that is null if absent. The description defaults to that of the schema. */
export const nullable = <A, I>(schema: Schema.Schema<A | null, I | null>, description = descriptionOf(schema.ast)) => {
  const optional = Schema.optionalWith(schema, { default: (): A | null => null })
  return description === undefined ? optional : optional.annotations({ description })
}

/** An optional boolean field. @default false */
export const optionalFalse = (description: string) =>
  Schema.optionalWith(bool, { default: () => false }).annotations({ description })

/** A boolean in a request. */
export const bool = Schema.Boolean.pipe(expected("true or false"))

/** Parse options for input: unknown fields are rejected, and every issue is reported. */
export const strict = { parseOptions: { onExcessProperty: "error", errors: "all" } } as const

/**
 * Annotations of the schema of a change, whose fields are `optional`: an absent field is left unchanged, and null clears one.
 *
 * @param of What is changed: "a preset".
 */
export const changesTo = <const A>(of: string, identifier: string, example: A) => ({
  identifier,
  description: `Changes to ${of}. Absent fields are left unchanged; null clears a field.`,
  examples: [{}, example] as const,
  ...strict
})
