import { METHODS } from "node:http"
import type * as Headers from "@effect/platform/Headers"
import { ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { joinHeaders } from "../../request/joinHeaders.js"
import { MAX_HEADERS, serverOptions } from "../node/limits.js"
import { tooManyHeaders } from "../node/parseHead.js"

const methods = new Set(METHODS)

/**
 * Reads a web request's head by the server's own limits. What belongs to a connection (the version, how a body is
 * framed, `Host`) has been judged by whoever made the request.
 */
export const parseWebHead = ({ headers, method }: Request, target: string): Headers.Headers | ProtocolRefusal => {
  // The parser of the server knows no others.
  if (!methods.has(method)) return new ProtocolRefusal({ reason: "invalid_http" })
  const raw = [...headers].flat()
  const size = raw.reduce((sum, { length }) => sum + length, target.length)
  if (size >= serverOptions.maxHeaderSize) return new ProtocolRefusal({ reason: "headers_too_large" })
  return raw.length / 2 > MAX_HEADERS ? tooManyHeaders() : joinHeaders(raw)
}
