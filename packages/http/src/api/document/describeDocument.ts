import type { Operation } from "../Operation.js"
import { BASE_PATH } from "../paths.js"
import { describeDetails } from "./describeDetails.js"
import { describeOperation } from "./describeOperation.js"
import { guide, protocolRefusals } from "./guide.js"
import { headers } from "./headers.js"
import { child, type Json, mapValues } from "./Json.js"
import { markSecrets } from "./markSecrets.js"
import { plainComponents } from "./plainSchema.js"

const bearer = {
  type: "http",
  scheme: "bearer",
  description: "The management key (`tg_mk_…`) that the first start of the server printed, or another API key."
}

const gateway = {
  type: "http",
  scheme: "bearer",
  description: "A gateway key. `tollgate gateway-keys create` creates one."
}

/**
 * Completes the framework's document from the contract: plain JSON Schema, and for each operation the required key, the rate
 * limit, the causes of its errors, headers and examples. Removes the framework's decoding error, which is never answered.
 */
export const describeDocument = (document: Json, operations: ReadonlyArray<Operation>): Json => {
  const schemas = describeDetails(markSecrets(plainComponents(child(document, "components", "schemas")), operations))
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
    servers: [{ url: "/", description: "The server that serves this document." }],
    paths,
    "x-protocol-refusals": protocolRefusals,
    components: { schemas, headers, securitySchemes: { bearer, gateway } },
    security: [{ bearer: [] }]
  }
}
