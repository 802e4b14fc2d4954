import { Predicate } from "effect"

type Json = Record<string, unknown>

const object = (value: unknown): Json => (Predicate.isRecord(value) ? value : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** Reads an OpenAPI document into the notation of the contract's table. */
export const readDocument = (document: unknown) => {
  const schemas = object(object(object(document)["components"])["schemas"])

  const resolve = (schema: unknown): Json => {
    const found = object(schema)
    const [all] = list(found["allOf"])
    if (all !== undefined) return { ...resolve(all), ...found }
    const reference =
      String(found["$ref"] ?? "")
        .split("/")
        .at(-1) ?? ""
    return reference === "" ? found : resolve(schemas[reference])
  }

  const isNull = (schema: unknown) => resolve(schema)["type"] === "null"

  /** A type that may be null, by its types. */
  const nullable = (schema: Json): Json | undefined => {
    const types = list(schema["type"])
    const values = list(schema["enum"]).filter((value) => value !== null)
    if (!types.includes("null")) return undefined
    const [type] = types.filter((type) => type !== "null")
    return { ...schema, type, ...(values.length > 0 ? { enum: values } : {}) }
  }

  const text = (schema: Json): string => {
    const values = list(schema["enum"])
    if (values.length > 20) return `enum of ${values.length}`
    if (values.length > 0) return `${schema["type"] === "integer" ? "integer" : "enum"} ${values.join(",")}`
    return schema["type"] === "string" ? formatOf(schema) : String(schema["type"])
  }

  const formatOf = (schema: Json): string => {
    if (schema["format"] === "uuid") return "uuid"
    return schema["format"] === "date-time" ? "time" : "string"
  }

  const type = (schema: unknown): unknown => {
    const found = resolve(schema)
    const options = list(found["anyOf"])
    if (options.some(isNull)) {
      const rest = options.filter((option) => !isNull(option))
      return `${type(rest[0])}|null`
    }
    const present = nullable(found)
    if (present !== undefined) return `${type(present)}|null`
    if (found["type"] === "array") return `${type(found["items"])}[]`
    return found["type"] === "object" ? fields(found) : text(found)
  }

  const fields = (schema: Json): unknown => {
    const required = new Set(list(schema["required"]))
    const properties = Object.entries(object(schema["properties"]))
    const extra = object(schema["additionalProperties"])
    // What an open object has today is no promise.
    if (schema["additionalProperties"] === undefined) return "object"
    const alternatives = list(extra["anyOf"])
    if (alternatives.length > 0) return { "[name]": alternatives.map(type) }
    if (properties.length === 0) return extra["type"] === "object" ? { "[name]": type(extra) } : "object"
    return Object.fromEntries(
      properties.map(([name, property]) => {
        const label = required.has(name) ? name : `${name}?`
        const items = resolve(resolve(property)["items"])
        return items["type"] === "object" ? [`${label}[]`, type(items)] : [label, type(property)]
      })
    )
  }

  const body = (content: unknown): unknown =>
    type(object(object(object(content)["content"])["application/json"])["schema"])

  const parameters = (operation: Json, place: string) => {
    const own = list(operation["parameters"])
      .map(object)
      .filter((parameter) => parameter["in"] === place)
    return Object.fromEntries(
      own.map((parameter) => {
        const schema = resolve(parameter["schema"])
        const range = schema["type"] === "integer" ? ` ${schema["minimum"]}..${schema["maximum"]}` : ""
        return [`${parameter["name"]}${parameter["required"] === true ? "" : "?"}`, `${type(schema)}${range}`]
      })
    )
  }

  const operation = (found: Json) => {
    const path = parameters(found, "path")
    const query = parameters(found, "query")
    const responses = Object.entries(object(found["responses"])).map(([status, response]) => [status, body(response)])
    return {
      request: {
        ...(Object.keys(path).length > 0 ? { path } : {}),
        ...(Object.keys(query).length > 0 ? { query } : {}),
        ...(found["requestBody"] === undefined ? {} : { body: body(found["requestBody"]) })
      },
      answers: Object.fromEntries(responses)
    }
  }

  return Object.fromEntries(
    Object.entries(object(object(document)["paths"])).flatMap(([path, methods]) =>
      Object.entries(object(methods)).map(([method, found]) => [
        `${method.toUpperCase()} ${path}`,
        operation(object(found))
      ])
    )
  )
}
