import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { Entropy } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { type ProtocolReason, ProtocolRefusal } from "../ProtocolRefusal.js"
import { watchSending } from "./watchSending.js"

/** What the parser gave up on, by the code of its error. */
export const parserReason = (error: Error): ProtocolReason => {
  const code = "code" in error ? error.code : undefined
  // The code is also that of a line that ends wrongly.
  if ("reason" in error && error.reason === "Invalid HTTP version") return "http_version_unknown"
  if (code === "HPE_HEADER_OVERFLOW" || code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return "headers_too_large"
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "request_timeout" : "invalid_http"
}

const message = (reason: ProtocolReason, requestId: string): string => {
  const { envelope, status } = new ProtocolRefusal({ reason })
  const body = JSON.stringify(envelope)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${requestId}`,
    "Connection: close",
    "",
    body
  ].join("\r\n")
}

/** Answers on a socket for which there is no request to answer, closes it, and logs the answer as any other. */
export const answerRaw = Effect.fnUntraced(function* (socket: Socket, reason: ProtocolReason) {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const requestId = yield* Entropy.uuid
  socket.end(message(reason, requestId))
  const { status } = new ProtocolRefusal({ reason })
  yield* Effect.logInfo("request").pipe(Effect.annotateLogs({ request_id: requestId, status, reason }))
  yield* watchSending(socket, () => socket.destroyed)
})
