import { operations } from "@tollgate/http"
import type { Target } from "../Change.js"
import type { Given } from "../Given.js"
import { CLOSE, type Headers, raw, type Sent, withoutKey } from "../Sent.js"
import type { Family } from "../Subject.js"

/** The methods of a path, also of the paths with a parameter that it matches. */
const methodsAt = (path: string): ReadonlyArray<string> =>
  operations
    .filter((operation) => new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .map(({ method }) => method)

/** A request with another method, and the operation's body if that method has one. */
const another = ({ by, path, request }: Given<Target>, method: string, credential: Headers): Sent =>
  method === "GET" || method === "HEAD" ? { method, path, headers: credential } : request({ method, ...by(credential) })

/** Methods that the path does not have: 405 before the credential is checked, with `Allow` (RFC 9110, 15.5.6). */
export const methods: Family = ({ testIdle, operation }) => {
  const has = methodsAt(operation.path)
  const lacks = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !has.includes(method))
  const notAllowed = { status: 405, headers: { allow: new RegExp(operation.method) } }
  const refused = (name: string, method: string, withKey = true) =>
    testIdle(name, (given) => given.api.send(another(given, method, withKey ? given.caller : withoutKey), notAllowed))
  const head =
    operation.method === "GET"
      ? [
          testIdle(
            "HEAD answers as GET, without a body",
            ({ api, caller, path }) =>
              api.send(raw("HEAD", path, [`Authorization: ${caller.Authorization}`, CLOSE]), {
                status: 200,
                headers: { "content-type": "application/json" }
              }),
            "socket"
          ),
          testIdle(
            "HEAD without a credential",
            ({ api, path }) =>
              api.send(raw("HEAD", path, [CLOSE]), { status: 401, headers: { "www-authenticate": "Bearer" } }),
            "socket"
          )
        ]
      : has.includes("GET")
        ? []
        : [refused("HEAD is not allowed without GET", "HEAD")]
  return [
    ...lacks.flatMap((method) => [
      refused(`${method} is not allowed`, method),
      refused(`${method} without a credential is not allowed`, method, false)
    ]),
    ...head
  ]
}
