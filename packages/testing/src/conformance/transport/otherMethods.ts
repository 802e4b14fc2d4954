import { badRequest } from "../answers.js"
import { type Draft, draft } from "../Draft.js"
import { CLOSE, MANAGER, raw } from "../requests.js"

const asking = (method: string) => raw(method, "/presets", [MANAGER, CLOSE])
const notAllowed = { status: 405, headers: { allow: { $includes: "GET" } } }
const notRead = { ...badRequest, alt: [405, 501] }

/** Methods that no operation has. They are case-sensitive (RFC 9110, 9.1). */
export const otherMethods: ReadonlyArray<Draft> = [
  draft(null, "method: TRACE", asking("TRACE"), notAllowed, { basis: "http" }),
  draft(null, "method: unknown to the API, known to the parser", asking("PROPFIND"), notAllowed, { basis: "http" }),
  draft(null, "method: unknown to the parser", asking("BREW"), notRead, { basis: "node" }),
  draft(null, "method: in lower case", asking("get"), notRead, { basis: "node" })
]
