import * as Schema from "effect/Schema"

const enveloped = Symbol.for("@tollgate/http/DataEnvelope")

/** A response body `{ data }`. Programs and clients see the value of `data` alone. */
export const DataEnvelope = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.transform(
    Schema.Struct({ data: Schema.propertySignature(schema).annotations({ description: "The requested resource." }) }),
    Schema.typeSchema(schema),
    {
      strict: true,
      decode: ({ data }) => data,
      encode: (data) => ({ data })
    }
  ).annotations({ [enveloped]: schema })

/** The schema of a body's `data`. Null for a body without an envelope. */
export const dataOf = ({ ast }: Schema.Schema<unknown>): Schema.Schema<unknown> | null =>
  // Only `DataEnvelope` writes this annotation.
  (ast.annotations[enveloped] as Schema.Schema<unknown> | undefined) ?? null

/** Whether a body of this schema has its value under `data`. */
export const isEnveloped = (schema: Schema.Schema.All): boolean => enveloped in schema.ast.annotations
