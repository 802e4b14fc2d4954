import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { Entropy } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { type ProtocolReason, ProtocolRefusal } from "../../api/ProtocolRefusal.js"
import { watchSending } from "./watchSending.js"

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
