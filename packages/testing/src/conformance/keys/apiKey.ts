import { record } from "../answers.js"
import type { CaseRequest } from "../Case.js"
import { asManager, json } from "../requests.js"

/** A key's whole record, of which these fields are known. */
export const apiKey = (fields: Readonly<Record<string, unknown>> = {}) => record("ApiKey", fields)

/** A name that no accepted request gives: a reading shows it where one was accepted that should not have been. */
export const NEVER = "should not stay"

/** The change of a key, which is a reading of it where the body is `{}`. */
export const patch = (hash: string, body: string, credential: CaseRequest["headers"] = asManager): CaseRequest => ({
  method: "PATCH",
  path: `/keys/${hash}`,
  headers: { ...credential, ...json },
  body
})
