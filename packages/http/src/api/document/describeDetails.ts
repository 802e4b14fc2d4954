import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Refusals } from "@tollgate/core/models"
import { child, type Json } from "./Json.js"
import { plainComponents, plainSchema } from "./plainSchema.js"

/** Describes what refusals state in `error.metadata`: among its properties, and the components that they refer to. */
export const describeDetails = (schemas: Json): Json => {
  const defs: Json = {}
  const properties = Object.values(Refusals).map(({ details }) => {
    const schema = plainSchema(OpenApiJsonSchema.makeWithDefs(details, { defs }))
    return child({ schema }, "schema", "properties")
  })
  const metadata = child(schemas, "ErrorMetadata")
  const all = Object.assign({}, ...properties, child(metadata, "properties"))
  return { ...plainComponents(defs), ...schemas, ErrorMetadata: { ...metadata, properties: all } }
}
