import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { Entropy } from "@tollgate/core"
import { families, type MetricsRegistry } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { type ProtocolReason, ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { LINGER_MILLIS } from "./limits.js"
import { closed } from "./watchSending.js"

/** The refusal for an error of Node's HTTP parser. */
export const parserReason = (error: Error): ProtocolReason => {
  const code = "code" in error ? error.code : undefined
  // The parser uses the same code for a wrong line end.
  if ("reason" in error && error.reason === "Invalid HTTP version") return "http_version_unknown"
  if (code === "HPE_HEADER_OVERFLOW") return "headers_too_large"
  // Chunk extensions are part of a body (RFC 9112, section 7.1.1).
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return "body_too_large"
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "invalid_http"
}

type ExtraHeaders = Readonly<Record<string, string>>

const message = (reason: ProtocolReason, requestId: string, headers: ExtraHeaders): string => {
  const { envelope, status } = new ProtocolRefusal({ reason })
  const body = JSON.stringify(envelope)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${requestId}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
    "",
    body
  ].join("\r\n")
}

/**
 * Answers on a socket without a request to answer, logs the answer like any other, and closes the connection. What the
 * client sends in the meantime is discarded. A client that does not close its side loses the connection after a while:
 * the refusal is in the kernel's buffer by then, so it still arrives.
 */
export const answerRaw = Effect.fnUntraced(function* (
  socket: Socket,
  reason: ProtocolReason,
  headers: ExtraHeaders = {},
  metrics: MetricsRegistry | null = null
) {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const requestId = yield* Entropy.uuid
  const address = socket.remoteAddress ?? null
  socket.end(message(reason, requestId, headers))
  const { status } = new ProtocolRefusal({ reason })
  metrics?.counter(families.httpRefusals, reason).update(1)
  yield* Effect.logInfo("request").pipe(
    Effect.annotateLogs({ request_id: requestId, status, reason, client_address: address })
  )
  yield* Effect.raceFirst(closed(socket), Effect.sleep(LINGER_MILLIS))
  socket.destroy()
})
