import * as Schema from "effect/Schema"

/** What stands under `data` on the wire, and by itself everywhere else. */
export const DataEnvelope = <A, I, R>(schema: Schema.Schema<A, I, R>) =>
  Schema.transform(
    Schema.Struct({ data: Schema.propertySignature(schema).annotations({ description: "What was asked for" }) }),
    Schema.typeSchema(schema),
    {
      strict: true,
      decode: ({ data }) => data,
      encode: (data) => ({ data })
    }
  )
