import type { IncomingMessage } from "node:http"
import * as Headers from "@effect/platform/Headers"
import { SEPARATOR } from "../middleware/bearer.js"
import { ProtocolRefusal } from "../ProtocolRefusal.js"

const MAX_HEADERS = 100

const invalid = (expected: string) => new ProtocolRefusal({ reason: "invalid_http", issues: [{ path: [], expected }] })

/**
 * Reads a request's head from what was really sent: Node's own view keeps the first of two `Authorization` headers and
 * drops headers after a number of them without a word.
 */
export const judgeHead = (request: IncomingMessage): Headers.Headers | ProtocolRefusal => {
  const { headers, rawHeaders } = request
  if (rawHeaders.length / 2 > MAX_HEADERS) {
    const issues = [{ path: [], expected: `at most ${MAX_HEADERS} headers` }]
    return new ProtocolRefusal({ reason: "headers_too_large", issues })
  }
  let hosts = 0
  const credentials: Array<string> = []
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase()
    if (name === "host") hosts++
    if (name === "authorization") credentials.push(rawHeaders[i + 1] ?? "")
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1")) return invalid("exactly one Host header")
  return Headers.unsafeFromRecord({
    authorization: credentials.join(SEPARATOR),
    "content-type": headers["content-type"] ?? "",
    "content-encoding": headers["content-encoding"] ?? "",
    host: headers.host ?? ""
  })
}
