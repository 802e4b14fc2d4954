import * as Option from "effect/Option"
import { json } from "../requests.js"
import type { Family } from "../Subject.js"

const queries: Family = ({ operation, path, succeeds }) => {
  const query = "?id=x&limit=0&offset=-1&limit=x&disabled=true&dry_run=true"
  if (Option.isSome(operation.endpoint.urlParamsSchema)) return []
  return [
    succeeds("a query is ignored", { path: path + query }),
    succeeds("a broken query is ignored", { path: `${path}?a=%zz` })
  ]
}

const body: Family = ({ caller, operation, succeeds }) => {
  if (operation.method !== "GET") return []
  return [succeeds("a body is ignored", { headers: { ...caller, ...json }, body: '{"limit":0}' })]
}

/** A query or body that an operation does not use does not change its answer. */
export const ignored: Family = (subject) => [...queries(subject), ...body(subject)]
