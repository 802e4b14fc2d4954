import type { IncomingMessage } from "node:http"
import type * as Headers from "@effect/platform/Headers"
import type { InputIssue } from "@tollgate/core"
import { type ProtocolReason, ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { joinHeaders } from "../../request/joinHeaders.js"
import { MAX_HEADERS } from "./limits.js"

const refused = (reason: ProtocolReason, expected: string, path: InputIssue["path"] = []) =>
  new ProtocolRefusal({ reason, issues: [{ path, expected }] })

export const tooManyHeaders = () => refused("headers_too_large", `at most ${MAX_HEADERS} headers`)

// RFC 9112, section 3.2, and RFC 3986, section 3.2.2. A comma is left out: it would join two headers.
const authority = /^(?:\[[\w.:~!$&'()*+;=-]+\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})*)(?::\d*)?$/i

const versions = new Set(["1.0", "1.1"])

/**
 * Reads a request's head from the raw headers: Node's parsed headers keep only the first of two `Authorization` headers
 * and silently drop headers above a limit.
 */
export const parseHead = ({ httpVersion, rawHeaders }: IncomingMessage): Headers.Headers | ProtocolRefusal => {
  if (!versions.has(httpVersion)) return refused("http_version_unknown", "HTTP/1.1 or HTTP/1.0")
  if (rawHeaders.length / 2 > MAX_HEADERS) return tooManyHeaders()
  const headers = joinHeaders(rawHeaders)
  const { host, "transfer-encoding": coding } = headers
  if (host === undefined ? httpVersion === "1.1" : !authority.test(host)) {
    return refused("invalid_http", "exactly one Host header")
  }
  if (coding !== undefined) {
    // RFC 9112, section 6.1
    if (httpVersion === "1.0") return refused("invalid_http", "no Transfer-Encoding in HTTP/1.0")
    if (coding.toLowerCase() !== "chunked") return refused("transfer_coding_unknown", "chunked", ["Transfer-Encoding"])
  }
  return headers
}
