import { child, isObject, type Json, listOf, mapValues } from "./Json.js"

const COMPONENTS = "#/components/schemas/"

/** What the framework keeps under names of its own, which mean nothing to who reads the document. */
const named = new Map<string, Json>([
  ["Int", { type: "integer" }],
  ["Finite", { type: "number" }],
  ["DateTimeUtc", { type: "string", format: "date-time" }]
])

/** The framework's own error and what belongs to it: no answer of ours has it. */
const foreign = ["HttpApiDecodeError", "Issue", "PropertyKey"]

const referenceOf = (schema: unknown) => (isObject(schema) ? String(schema["$ref"] ?? "").replace(COMPONENTS, "") : "")

export const isForeign = (schema: unknown): boolean => foreign.includes(referenceOf(schema))

/** The schema that a schema refers to, by itself where it refers to none. */
export const resolve = (schema: Json, components: Json): Json => {
  const reference = referenceOf(schema)
  return reference === "" ? schema : child(components, reference)
}

// How the framework words its own filters. What they say is in `minimum` and its like, too.
const jargon = /^(an integer|a finite number)$|(item|character)\(s\)|to be decoded|matching the pattern/

const isNull = (schema: unknown) => isObject(schema) && schema["type"] === "null"

/** What may be null as well (JSON Schema 2020-12, where `type` may be a list). */
const orNull = (schema: unknown): Json => {
  const { enum: values, type, ...rest } = isObject(schema) ? schema : {}
  if (typeof type !== "string") return { anyOf: [schema, { type: "null" }] }
  return { type: [type, "null"], ...(Array.isArray(values) ? { enum: [...values, null] } : {}), ...rest }
}

/** Whatever is said of a schema in full: what it is made of is plain, too. */
const within = (value: unknown, name: string): unknown => {
  if (name === "properties" || name === "patternProperties")
    return isObject(value) ? mapValues(value, plainSchema) : value
  if (name === "items" || name === "additionalProperties" || name === "propertyNames") return plainSchema(value)
  return name === "anyOf" && Array.isArray(value) ? value.map(plainSchema) : value
}

/** A schema itself, where the framework has put a name of its own, or a list of one, in its place. */
const inlined = (schema: Json): Json => {
  const [whole] = listOf(schema, "allOf")
  const { $ref: _, allOf: _all, ...beside } = schema
  if (isObject(whole)) return { ...inlined(whole), ...beside }
  const known = named.get(referenceOf(schema))
  return known === undefined ? schema : { ...known, ...beside }
}

/** A schema as the framework writes it in plain JSON Schema: bounds and formats for words, and no name of its own. */
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

/** The schemas that a document keeps by name, without the framework's own. */
export const plainComponents = (schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      named.has(name) || foreign.includes(name) ? [] : [[name, plainSchema(schema)]]
    )
  )
