import type { Access } from "../Access.js"
import type { Operation } from "../Operation.js"
import { MAX_IN_FLIGHT, ORGANIZATION_FACTOR } from "../RateLimit.js"
import type { WireError } from "../WireError.js"
import { errorsOf, reasonIn } from "./errorsOf.js"
import { exampleOf } from "./exampleOf.js"
import { headersOf, idempotencyKey } from "./headers.js"
import { child, isObject, type Json, listOf } from "./Json.js"
import { isForeign, plainSchema, resolve } from "./plainSchema.js"

const accessTexts: Readonly<Record<Access, string>> = {
  "any key, else 401": "Accepts every API key. Returns 401 for a gateway key, as for an invalid one.",
  "any key, else 403": "Accepts every API key. Returns 403 for a gateway key.",
  "any or gateway key": "Accepts every API key and every gateway key.",
  "management, else 401": "Requires a management key. Returns 401 for an ordinary key, as for an invalid one.",
  "management, else 403": "Requires a management key. Returns 403 for an ordinary key.",
  "gateway, else 403": "Requires a gateway key. Returns 403 for an API key.",
  "gateway or management, else 403": "Requires a gateway key or a management key. Returns 403 for an ordinary key."
}

const quoted = (errors: ReadonlyArray<WireError>) => errors.map((error) => `\`${reasonIn(error)}\``).join(", ")

const flightText = `No limit per minute. The server answers at most ${MAX_IN_FLIGHT} requests of gateway keys at once (else 429).`

const limitText = (access: Access, perMinute: number | null): string => {
  if (perMinute === null) return flightText
  const limit = `${perMinute} requests per minute for each key and ${perMinute * ORGANIZATION_FACTOR} for its organization, unless the server sets another.`
  if (access === "gateway or management, else 403")
    return `Rate limit of management keys: ${limit} For gateway keys: ${flightText}`
  return access === "any or gateway key"
    ? `Rate limit of API keys: ${limit} For gateway keys: ${flightText}`
    : `Rate limit: ${limit}`
}

const textOf = (
  { access, changes, description, maxBodyBytes, perMinute, statuses, takesBody }: Operation,
  errors: ReadonlyArray<WireError>
): string => {
  const limit = limitText(access, perMinute)
  const rows = statuses.flatMap((status) => {
    const own = errors.filter(({ error }) => error.code === status)
    return own.length === 0 ? [] : [`| ${status} | ${quoted(own)} |`]
  })
  const table = ["| Status | `error.metadata.reason` |", "|---|---|", ...rows].join("\n")
  const readers = changes && access.includes("management") ? " Returns 403 for a read-only key." : ""
  const body = takesBody ? ` The request body has at most ${maxBodyBytes} bytes (else 413).` : ""
  return [description, `${accessTexts[access]}${readers} ${limit}${body}`, table].join("\n\n")
}

/** Several examples, each named by its fields, or `nothing` if it has none. */
const choiceOf = (examples: ReadonlyArray<unknown>) =>
  Object.fromEntries(
    examples.map((value) => [Object.keys(isObject(value) ? value : {}).join("_") || "nothing", { value }])
  )

const bodyOf = (body: Json, components: Json, { optionalBody }: Operation): Json => {
  const schema = child(body, "content", "application/json", "schema")
  const several = listOf(resolve(schema, components), "examples")
  const shown = several.length > 1 ? { examples: choiceOf(several) } : { example: exampleOf(schema, components) }
  return {
    ...body,
    required: !optionalBody,
    content: { "application/json": { schema: plainSchema(schema), ...shown } }
  }
}

const parameterOf = (parameter: Json, components: Json): Json => {
  const { description, examples: _, ...schema } = child({ schema: plainSchema(parameter["schema"]) }, "schema")
  const example = parameter["in"] === "path" ? { example: exampleOf(plainSchema(parameter["schema"]), components) } : {}
  return { ...parameter, ...(description === undefined ? {} : { description }), schema, ...example }
}

const responseOf = (
  response: Json,
  status: number,
  { alsoCsv, perMinute, takesIdempotencyKey }: Operation,
  errors: ReadonlyArray<WireError>,
  components: Json
): Json => {
  const { schema } = child(response, "content", "application/json")
  const [declared = schema] = (isObject(schema) ? listOf(schema, "anyOf") : []).filter((option) => !isForeign(option))
  const own = errors.filter(({ error }) => error.code === status)
  const examples = Object.fromEntries(own.map((error) => [reasonIn(error), { value: { error: error.error } }]))
  const plain = plainSchema(declared)
  const shown = own.length > 0 ? { examples } : { example: exampleOf(plain, components) }
  const { description } = own.length > 0 && isObject(declared) ? resolve(declared, components) : response
  // The framework describes a response without a description of its own as "Success".
  const success = description === "Success" ? "Successful response." : description
  return {
    description: own.length > 0 ? `${description} Reasons: ${quoted(own)}.` : success,
    headers: headersOf(status, perMinute !== null, takesIdempotencyKey),
    content: {
      "application/json": { schema: plain, ...shown },
      ...(alsoCsv !== null && status === 200 && { "text/csv": { schema: { type: "string" } } })
    }
  }
}

/** The schemes that an operation accepts, each by itself (OpenAPI 3.1, section 4.8.30). */
const securityOf = ({ access }: Pick<Operation, "access">): ReadonlyArray<Json> => {
  switch (access) {
    case "gateway, else 403":
      return [{ gateway: [] }]
    case "any or gateway key":
    case "gateway or management, else 403":
      return [{ gateway: [] }, { bearer: [] }]
    default:
      return [{ bearer: [] }]
  }
}

/** Completes an operation of the framework's document from the contract. `components` are already plain. */
export const describeOperation = (found: Json, operation: Operation, components: Json): Json => {
  const errors = errorsOf(operation)
  const responses = operation.statuses.map((status) => {
    // Where nothing was created, the body is that of a creation.
    const shown = status === 200 && operation.nothingCreated !== null ? 201 : status
    const response = child(found, "responses", String(shown))
    return [String(status), responseOf(response, status, operation, errors, components)] as const
  })
  return {
    ...found,
    // The framework prefixes the name with the resource.
    operationId: operation.id,
    description: textOf(operation, errors),
    parameters: [
      ...listOf(found, "parameters").map((parameter) => parameterOf(child({ parameter }, "parameter"), components)),
      ...(operation.takesIdempotencyKey ? [idempotencyKey] : [])
    ],
    ...("requestBody" in found ? { requestBody: bodyOf(child(found, "requestBody"), components, operation) } : {}),
    responses: Object.fromEntries(responses),
    security: securityOf(operation)
  }
}
