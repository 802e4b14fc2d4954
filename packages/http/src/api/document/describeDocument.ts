import { BASE_PATH } from "../BASE_PATH.js"
import type { Operation } from "../Operation.js"
import { describeOperation } from "./describeOperation.js"
import { guide } from "./guide.js"
import { headers } from "./headers.js"
import { child, type Json, mapValues } from "./Json.js"
import { plainComponents } from "./plainSchema.js"

const bearer = {
  type: "http",
  scheme: "bearer",
  description: "An API key. How to get one stands at the top of this document."
}

/**
 * The framework's document as an API's users read it: plain JSON Schema, and for each operation which key it needs, how
 * often it may be asked, why it refuses, its headers and examples. All of it comes from the contract. The framework's own
 * decoding error, which it writes into every operation, goes: ours answer with the envelope.
 */
export const describeDocument = (document: Json, operations: ReadonlyArray<Operation>): Json => {
  const schemas = plainComponents(child(document, "components", "schemas"))
  const byRoute = new Map(operations.map((one) => [`${one.method.toLowerCase()} ${BASE_PATH}${one.path}`, one]))
  const paths = mapValues(child(document, "paths"), (methods, path) =>
    mapValues(child({ methods }, "methods"), (found, method) => {
      const operation = byRoute.get(`${method} ${path}`)
      return operation === undefined ? found : describeOperation(child({ found }, "found"), operation, schemas)
    })
  )
  return {
    ...document,
    info: { ...child(document, "info"), description: guide(), license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/", description: "The server that this document came from" }],
    paths,
    components: { schemas, headers, securitySchemes: { bearer } },
    security: [{ bearer: [] }]
  }
}
