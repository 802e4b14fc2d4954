import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/** The form of a text schema for the API document: its type, bounds and values, without words. */
export const formOf = (schema: Schema.Schema.AnyNoContext): object => {
  const form: Readonly<Record<string, unknown>> = { ...JSONSchema.make(schema) }
  return Struct.pick(form, "type", "format", "enum", "pattern", "minLength", "maxLength")
}

/**
 * Any text, which the API document describes in the form of `schema`. For output that was checked when it was stored, and
 * for path parameters: text of another form identifies nothing, which the program answers with 404.
 */
export const unchecked = (schema: Schema.Schema.AnyNoContext, words: object = {}): typeof Schema.String =>
  Schema.String.annotations({ jsonSchema: { ...formOf(schema), ...words } })
