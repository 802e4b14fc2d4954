import { created, record } from "../answers.js"
import type { CaseRequest } from "../CaseRequest.js"
import { asManager, json } from "../requests.js"

/** The whole record of a changed key, some of whose fields are given. */
export const updatedKey = (fields: Readonly<Record<string, unknown>> = {}) => record("UpdatedApiKey", fields)

const SECRET = { $matches: "_[sm]k_[0-9A-Za-z]{49}$" }

/** A key with its secret, which is shown only here. */
export const minted = (fields: Readonly<Record<string, unknown>> = {}) =>
  created({ data: { $shape: "ApiKey", ...(Object.keys(fields).length > 0 && { $with: fields }) }, key: SECRET })

/** A request that changes a key. With the body `{}` it only reads it. */
export const patch = (hash: string, body: string, credential: CaseRequest["headers"] = asManager): CaseRequest => ({
  method: "PATCH",
  path: `/keys/${hash}`,
  headers: { ...credential, ...json },
  body
})
