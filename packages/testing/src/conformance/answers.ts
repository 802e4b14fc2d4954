import type { Operation } from "@tollgate/http"
import type { Expectation } from "./Case.js"

/** The contract's refusals as expectations. */
export const badRequest: Expectation = { status: 400, message: "Invalid request parameters" }
export const notFound: Expectation = { status: 404, message: "Resource not found" }
export const forbidden: Expectation = { status: 403, message: "Only management keys can perform this operation" }
export const gatewaysOnly: Expectation = { status: 403, message: "Only gateway keys can perform this operation" }
export const apiKeysOnly: Expectation = { status: 403, message: "Only API keys can perform this operation" }
export const tooMany: Expectation = { status: 429, message: "Rate limit exceeded" }
/** Storage failed before anything was done. */
export const failure: Expectation = {
  status: 500,
  message: "Internal Server Error",
  headers: { "retry-after": "1" },
  json: { "error.metadata": { reason: "storage_unavailable" } }
}
export const tooLarge: Expectation = { status: 413 }
export const unsupported: Expectation = { status: 415 }

const unauthorized = (message: string): Expectation => ({
  status: 401,
  headers: { "www-authenticate": "Bearer" },
  message
})
export const missingCredential = unauthorized("Missing Authentication header")
export const invalidCredential = unauthorized("Invalid credentials")

/** The refusal of a valid key of the wrong kind; null if any key may call the operation. */
export const wrongKind = ({ access }: Operation): Expectation | null => {
  switch (access) {
    case "any key, else 401":
    case "any key, else 403":
    case "any or gateway key":
      return null
    case "management, else 401":
      return invalidCredential
    case "gateway, else 403":
      return gatewaysOnly
    default:
      return forbidden
  }
}

/** Success with this whole body. Values may be matchers. */
export const ok = (body: unknown): Expectation => ({ status: 200, body })

/** 201 with this whole body. */
export const created = (body: unknown): Expectation => ({ status: 201, body })

const shaped = (shape: string, fields: Readonly<Record<string, unknown>>) => ({
  data: { $shape: shape, ...(Object.keys(fields).length === 0 ? {} : { $with: fields }) }
})

/** Success with one record of the contract, some of whose fields are given. */
export const record = (shape: string, fields: Readonly<Record<string, unknown>> = {}): Expectation =>
  ok(shaped(shape, fields))

/** The same with status 201. */
export const newRecord = (shape: string, fields: Readonly<Record<string, unknown>> = {}): Expectation =>
  created(shaped(shape, fields))

/** Success with these values at these paths of the body. */
export const reads = (json: Readonly<Record<string, unknown>>): Expectation => ({ status: 200, json })
