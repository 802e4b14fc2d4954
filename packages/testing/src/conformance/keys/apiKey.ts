import { record } from "../answers.js"
import type { CaseRequest } from "../CaseRequest.js"
import { asManager, json } from "../requests.js"

/** A key's whole record, some of whose fields are given. */
export const apiKey = (fields: Readonly<Record<string, unknown>> = {}) => record("ApiKey", fields)

/** A request that changes a key. With the body `{}` it only reads it. */
export const patch = (hash: string, body: string, credential: CaseRequest["headers"] = asManager): CaseRequest => ({
  method: "PATCH",
  path: `/keys/${hash}`,
  headers: { ...credential, ...json },
  body
})
