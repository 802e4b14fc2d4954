import * as Schema from "effect/Schema"

/**
 * A field with what it means and an example, for the API document alone: it is read and written as before. Beside fields that
 * may be left out the framework forgets what a field means, and shows what is expected.
 */
export const field = <A, I, R>(schema: Schema.Schema<A, I, R>, description: string, example?: A) =>
  Schema.propertySignature(schema).annotations({
    description,
    ...(example === undefined ? {} : { examples: [example] })
  })
