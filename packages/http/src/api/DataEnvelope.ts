import * as Schema from "effect/Schema"

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
  )
