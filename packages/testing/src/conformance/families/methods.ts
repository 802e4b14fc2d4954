import { operations } from "@tollgate/http"
import type { CaseRequest } from "../CaseRequest.js"
import { authorization, CLOSE, raw, withoutKey } from "../requests.js"
import type { Family, Subject } from "../Subject.js"

/** The methods of a path, also of the paths with a parameter that it matches. */
const methodsAt = (path: string): ReadonlyArray<string> =>
  operations
    .filter((operation) => new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .map(({ method }) => method)

const notAllowed = ({ operation }: Subject) => ({
  status: 405,
  headers: { allow: { $includes: operation.method } }
})

/** A request with another method, and the operation's body if that method has one. */
const ask = ({ path, request, by }: Subject, method: string, credential: CaseRequest["headers"]): CaseRequest =>
  method === "GET" || method === "HEAD" ? { method, path, headers: credential } : request({ method, ...by(credential) })

/** Methods that the path does not have: 405 before the credential is checked, with `Allow`. */
const others: Family = (subject) => {
  const has = methodsAt(subject.operation.path)
  const lacks = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !has.includes(method))
  return lacks.flatMap((method) => [
    subject.sends(`${method} is not allowed`, ask(subject, method, subject.caller), notAllowed(subject), {
      basis: "http",
      why: "RFC 9110 15.5.6: Allow is required with 405"
    }),
    subject.sends(
      `${method} without a credential is not allowed`,
      ask(subject, method, withoutKey),
      notAllowed(subject),
      {
        why: "the method is checked before the credential"
      }
    )
  ])
}

const head: Family = (subject) => {
  const { caller, sends, operation, path } = subject
  if (operation.method === "GET") {
    const found = { status: 200, headers: { "content-type": "application/json" } }
    const unknown = { status: 401, headers: { "www-authenticate": "Bearer" } }
    return [
      sends("HEAD answers as GET, without a body", raw("HEAD", path, [authorization(caller), CLOSE]), found),
      sends("HEAD without a credential", raw("HEAD", path, [CLOSE]), unknown)
    ]
  }
  if (methodsAt(operation.path).includes("GET")) return []
  return [sends("HEAD is not allowed without GET", ask(subject, "HEAD", caller), notAllowed(subject))]
}

export const methods: Family = (subject) => [...others(subject), ...head(subject)]
