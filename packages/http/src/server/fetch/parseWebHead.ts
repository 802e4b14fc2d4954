import { METHODS } from "node:http"
import type * as Headers from "@effect/platform/Headers"
import { ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { joinHeaders } from "../../request/joinHeaders.js"
import { MAX_HEADER_BYTES, MAX_HEADERS } from "../node/limits.js"
import { tooManyHeaders } from "../node/parseHead.js"

const methods = new Set(METHODS)

/**
 * Reads a web request's head within the server's own limits. The host's server has already checked the connection's part:
 * the HTTP version, the framing of the body and `Host`.
 */
export const parseWebHead = ({ headers, method }: Request, target: string): Headers.Headers | ProtocolRefusal => {
  // Node's parser accepts only these methods.
  if (!methods.has(method)) return new ProtocolRefusal({ reason: "invalid_http" })
  const raw = [...headers].flat()
  const size = raw.reduce((sum, { length }) => sum + length, target.length)
  if (size >= MAX_HEADER_BYTES) return new ProtocolRefusal({ reason: "headers_too_large" })
  return raw.length / 2 > MAX_HEADERS ? tooManyHeaders() : joinHeaders(raw)
}
