import type { ProtocolReason } from "../../api/ProtocolRefusal.js"

/** What the parser gave up on, by the code of its error. */
export const parserReason = (error: Error): ProtocolReason => {
  const code = "code" in error ? error.code : undefined
  // The code is also that of a line that ends wrongly.
  if ("reason" in error && error.reason === "Invalid HTTP version") return "http_version_unknown"
  if (code === "HPE_HEADER_OVERFLOW" || code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return "headers_too_large"
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "invalid_http"
}
