import { child, isObject, type Json, listOf, mapValues } from "./Json.js"

const COMPONENTS = "#/components/schemas/"

/** Components of the framework that are replaced by plain JSON Schema. */
const named = new Map<string, Json>([
  ["Int", { type: "integer" }],
  ["Finite", { type: "number" }],
  ["DateTimeUtc", { type: "string", format: "date-time" }]
])

/** Components of the framework's decoding error, which is never answered. */
const foreign = ["HttpApiDecodeError", "Issue", "PropertyKey"]

const referenceOf = (schema: unknown) => (isObject(schema) ? String(schema["$ref"] ?? "").replace(COMPONENTS, "") : "")

export const isForeign = (schema: unknown): boolean => foreign.includes(referenceOf(schema))

/** Follows the reference of a schema, if it has one. */
export const resolve = (schema: Json, components: Json): Json => {
  const reference = referenceOf(schema)
  return reference === "" ? schema : child(components, reference)
}

// Descriptions that the framework generates for its filters. `minimum` and the like state the same.
const jargon = /^(an integer|a finite number)$|(item|character)\(s\)|to be decoded|matching the pattern/

const isNull = (schema: unknown) => isObject(schema) && schema["type"] === "null"

/** A schema that also accepts null (in JSON Schema 2020-12 `type` may be a list). */
const orNull = (schema: unknown): Json => {
  const { enum: values, type, ...rest } = isObject(schema) ? schema : {}
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] }
  return { type: [type, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest }
}

/** Applies `plainSchema` to the schemas nested under a keyword. */
const within = (value: unknown, name: string): unknown => {
  if (name === "properties" || name === "patternProperties")
    return isObject(value) ? mapValues(value, plainSchema) : value
  if (name === "items" || name === "additionalProperties" || name === "propertyNames") return plainSchema(value)
  return name === "anyOf" && Array.isArray(value) ? value.map(plainSchema) : value
}

/** Replaces a reference to a framework component, or an `allOf` of one schema, by the schema itself. */
const inlined = (schema: Json): Json => {
  const [whole] = listOf(schema, "allOf")
  const { $ref: _, allOf: _all, ...beside } = schema
  if (isObject(whole)) return { ...inlined(whole), ...beside }
  const known = named.get(referenceOf(schema))
  return known === undefined ? schema : { ...known, ...beside }
}

/** Converts a schema of the framework to plain JSON Schema, without its titles, ids and generated descriptions. */
export const plainSchema = (schema: unknown): unknown => {
  if (!isObject(schema)) return schema
  const { $id: _, title: _title, anyOf, description, required, ...found } = mapValues(inlined(schema), within)
  const says = typeof description === "string" && !jargon.test(description) ? { description } : {}
  const names = Array.isArray(required) && required.length > 0 ? { required } : {}
  const rest = { ...found, ...names, ...says }
  if (!Array.isArray(anyOf)) return rest
  const [only, ...others] = anyOf.filter((option) => !isNull(option))
  return others.length === 0 && anyOf.length === 2 ? { ...orNull(only), ...rest } : { anyOf, ...rest }
}

/** The components of the document, without those of the framework. */
export const plainComponents = (schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      named.has(name) || foreign.includes(name) ? [] : [[name, plainSchema(schema)]]
    )
  )
