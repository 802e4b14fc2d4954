import { type Draft, transport } from "../Case.js"
import { badRequest, type Expectation } from "../Expectation.js"
import { authorization, CLOSE, raw } from "../Sent.js"

const notAllowed = { status: 405, headers: { allow: /GET/ } }
const notRead = { ...badRequest, alt: [405, 501] }

const asking = (name: string, method: string, expect: Expectation) =>
  transport(
    `method: ${name}`,
    ({ account, api }) => api.send(raw(method, "/presets", [authorization(account.MGMT_KEY), CLOSE]), expect),
    "socket"
  )

/** Methods that no operation has. They are case-sensitive (RFC 9110, 9.1). */
export const otherMethods: ReadonlyArray<Draft> = [
  asking("TRACE", "TRACE", notAllowed),
  asking("unknown to the API, known to the parser", "PROPFIND", notAllowed),
  asking("unknown to the parser", "BREW", notRead),
  asking("in lower case", "get", notRead)
]
