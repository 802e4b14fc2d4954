import { badRequest } from "../answers.js"
import { type Draft, draft } from "../Draft.js"
import { CLOSE, MANAGER, raw } from "../requests.js"

const asking = (method: string) => raw(method, "/presets", [MANAGER, CLOSE])
const notAllowed = { status: 405, headers: { allow: { $includes: "GET" } } }
const notRead = { ...badRequest, alt: [405, 501] }

/** Methods that no operation has. RFC 9110 9.1: they are case-sensitive. */
export const otherMethods: ReadonlyArray<Draft> = [
  draft(null, "method: TRACE", asking("TRACE"), notAllowed, { basis: "http" }),
  draft(null, "method: an unknown one that the parser knows", asking("PROPFIND"), notAllowed, { basis: "http" }),
  draft(null, "method: one that no parser knows", asking("BREW"), notRead, { basis: "node" }),
  draft(null, "method: in lower case", asking("get"), notRead, { basis: "node" })
]
