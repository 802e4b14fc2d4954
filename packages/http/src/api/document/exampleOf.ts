import { isObject, type Json, listOf, mapValues } from "./Json.js"
import { resolve } from "./plainSchema.js"

const formats: Readonly<Record<string, string>> = {
  uuid: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  "date-time": "2026-03-04T12:00:00.000Z"
}

const ofType = (type: unknown, schema: Json, components: Json): unknown => {
  switch (type) {
    case "object":
      return mapValues(isObject(schema["properties"]) ? schema["properties"] : {}, (property) =>
        exampleOf(property, components)
      )
    case "array":
      return [exampleOf(schema["items"], components)]
    case "boolean":
      return false
    case "integer":
    case "number":
      return schema["minimum"] ?? 0
    default:
      return formats[String(schema["format"])] ?? "?"
  }
}

/** An example of a plain schema: its own, or one composed from the examples of its parts. */
export const exampleOf = (schema: unknown, components: Json): unknown => {
  if (!isObject(schema)) return null
  const [own] = listOf(schema, "examples")
  if (own !== undefined) return own
  if ("$ref" in schema) return exampleOf(resolve(schema, components), components)
  const [option = schema["default"]] = [...listOf(schema, "enum"), ...listOf(schema, "anyOf").slice(0, 1)]
  if (isObject(option)) return exampleOf(option, components)
  if (option !== undefined) return option
  const type = schema["type"]
  return ofType(Array.isArray(type) ? type[0] : type, schema, components)
}
