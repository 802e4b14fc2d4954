import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/**
 * A field with what it means and an example, for the API document alone: it is read and written as before. Beside fields that
 * may be left out the framework forgets what a field means, and shows what is expected.
 */
export const field = <A, I, R>(schema: Schema.Schema<A, I, R>, description: string, example?: A) =>
  Schema.propertySignature(schema).annotations({
    description,
    ...(example === undefined ? {} : { examples: [example] })
  })

/**
 * The same for a field that must be there beside others with defaults: of those the document shows what is read, which
 * knows nothing of fields.
 */
export const needed = <A, I, R>(schema: Schema.Schema<A, I, R>, description: string): Schema.Schema<A, I, R> => {
  const jsonSchema = Option.getOrElse(AST.getJSONSchemaAnnotation(schema.ast), () => ({}))
  const says = Object.keys(jsonSchema).length === 0 ? {} : { jsonSchema: { ...jsonSchema, description } }
  return schema.annotations({ ...says, description })
}
