import * as Predicate from "effect/Predicate"

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => Predicate.isRecord(value)

const child = (parent: unknown, name: string): Json => {
  const value = isObject(parent) ? parent[name] : undefined
  return isObject(value) ? value : {}
}

const frameworkOwn = ["HttpApiDecodeError", "Issue", "PropertyKey"]
const isFrameworkOwn = (schema: unknown) =>
  isObject(schema) && frameworkOwn.some((name) => schema["$ref"] === `#/components/schemas/${name}`)

const cleanResponse = (response: unknown): unknown => {
  const content = child(response, "content")
  const media = child(content, "application/json")
  const schema = child(media, "schema")
  const options = Array.isArray(schema["anyOf"]) ? schema["anyOf"] : [schema]
  const kept = options.filter((option) => !isFrameworkOwn(option))
  if (kept.length === options.length) return response
  if (kept.length === 0) return undefined
  const only = kept.length === 1 ? kept[0] : { anyOf: kept }
  return {
    ...child({ response }, "response"),
    description: "Invalid request parameters",
    content: { "application/json": { ...media, schema: only } }
  }
}

const cleanOperation = (operation: unknown): unknown => {
  if (!isObject(operation)) return operation
  const responses = Object.entries(child(operation, "responses")).flatMap(([status, response]) => {
    const cleaned = cleanResponse(response)
    return cleaned === undefined ? [] : [[status, cleaned] as const]
  })
  // The framework puts the resource before the name.
  const operationId = String(operation["operationId"]).split(".").at(-1)
  return { ...operation, operationId, responses: Object.fromEntries(responses), security: [{ bearer: [] }] }
}

const mapValues = (object: Json, f: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, f(value)]))

/**
 * The framework writes its own decoding error, in its own shape, into every operation. Ours answer with the envelope,
 * so that error goes; what stays are the statuses that the contract lists. Says how a key is presented, too.
 */
export const cleanDocument = (document: Json): Json => {
  const components = child(document, "components")
  const schemas = Object.entries(child(components, "schemas")).filter(([name]) => !frameworkOwn.includes(name))
  return {
    ...document,
    paths: mapValues(child(document, "paths"), (path) => mapValues(child({ path }, "path"), cleanOperation)),
    components: {
      ...components,
      schemas: Object.fromEntries(schemas),
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } }
    }
  }
}
