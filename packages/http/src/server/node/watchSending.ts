import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { SEND_MILLIS } from "./limits.js"

/** How often a stalled connection is checked before it is reset. */
const CHECKS = 10

/**
 * A mark that changes with every byte that the kernel takes. Node.js counts whole writes only; its handle knows how much
 * of the current write is left, and Node's own socket timeout looks there, too.
 */
const takenOf = (socket: Socket): string => {
  const handle: unknown = Reflect.get(socket, "_handle")
  const left = Predicate.hasProperty(handle, "writeQueueSize") ? handle.writeQueueSize : 0
  return `${socket.bytesWritten - socket.writableLength} ${left}`
}

/** Waits until a socket or a response has closed. */
export const closed = (emitter: Socket | ServerResponse) =>
  Effect.async<void>((resume) => {
    const close = () => resume(Effect.void)
    emitter.once("close", close)
    return Effect.sync(() => void emitter.off("close", close))
  })

/** Resets a connection whose client has taken nothing of an answer for `SEND_MILLIS`. Ends with the response. */
export const watchSending = (socket: Socket, response: ServerResponse): Effect.Effect<void> =>
  Effect.gen(function* () {
    let taken = takenOf(socket)
    let stalled = 0
    while (stalled < CHECKS) {
      yield* Effect.sleep(SEND_MILLIS / CHECKS)
      const before = taken
      taken = takenOf(socket)
      const isOwed = socket.writableLength > 0 || socket.writableEnded
      stalled = isOwed && taken === before ? stalled + 1 : 0
    }
    // A plain close would leave the unread bytes in the kernel.
    socket.resetAndDestroy()
  }).pipe(Effect.raceFirst(closed(response)))
