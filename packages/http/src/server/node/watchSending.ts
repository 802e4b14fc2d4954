import type { Socket } from "node:net"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { SEND_MILLIS } from "./limits.js"

const LOOKS = 10

/**
 * How much of what was written the kernel has taken: it is another text with every byte. Node.js itself counts writes
 * that are whole alone; what is left of one that is under way stands in its handle, as its own time limit of sockets has it.
 */
const takenOf = (socket: Socket): string => {
  const handle: unknown = Reflect.get(socket, "_handle")
  const left = Predicate.hasProperty(handle, "writeQueueSize") ? handle.writeQueueSize : 0
  return `${socket.bytesWritten - socket.writableLength} ${left}`
}

const closed = (socket: Socket) =>
  Effect.async<void>((resume) => {
    const close = () => resume(Effect.void)
    socket.once("close", close)
    return Effect.sync(() => void socket.off("close", close))
  })

/**
 * Resets a connection whose client has taken nothing for `SEND_MILLIS` of what waits for it, or has not gone when it
 * was told to. Ends with the connection, or once nothing is left to do.
 */
export const watchSending = (socket: Socket, isDone: () => boolean): Effect.Effect<void> =>
  Effect.gen(function* () {
    let taken = takenOf(socket)
    let stalled = 0
    while (!isDone() && stalled < LOOKS) {
      yield* Effect.sleep(SEND_MILLIS / LOOKS)
      const before = taken
      taken = takenOf(socket)
      const isOwed = socket.writableLength > 0 || socket.writableEnded
      stalled = isOwed && taken === before ? stalled + 1 : 0
    }
    // Closed in any other way, the kernel would go on to hold what nobody takes.
    if (!isDone()) socket.resetAndDestroy()
  }).pipe(Effect.raceFirst(closed(socket)))
