import * as Option from "effect/Option"
import { querying } from "../Given.js"
import { json } from "../Sent.js"
import type { Family } from "../Subject.js"

const QUERY = "?id=x&limit=0&offset=-1&limit=x&disabled=true&dry_run=true"

/** A query or body that an operation does not use does not change its answer. */
export const ignored: Family = ({ operation, succeeds }) => [
  ...(Option.isSome(operation.endpoint.urlParamsSchema)
    ? []
    : [
        succeeds("a query is ignored", ({ path }) => ({ path: path + QUERY })),
        succeeds("a broken query is ignored", querying("a=%zz"))
      ]),
  ...(operation.method === "GET"
    ? [
        succeeds("a body is ignored", ({ caller }) => ({
          headers: { ...caller, ...json },
          body: '{"limit":0}'
        }))
      ]
    : [])
]
