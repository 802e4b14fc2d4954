import type { Server } from "node:http"
import * as net from "node:net"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterMoment } from "./afterMoment.js"
import type { Connections } from "./Connections.js"
import { BACKLOG, STOP_MILLIS } from "./limits.js"

const moment = Effect.async<void>((resume) => afterMoment(() => resume(Effect.void)))

const turn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** Lasts until what was sent before has been accepted and read, if anybody is there. */
const quiet = Effect.fnUntraced(function* (connections: Connections) {
  // Connections that wait for it are accepted one in a turn of the event loop.
  for (let accepted = -1, i = 0; accepted !== connections.accepted && i < BACKLOG; i++) {
    accepted = connections.accepted
    yield* Effect.zipRight(turn, turn)
  }
  if (!connections.isEmpty) yield* moment
})

// Not the HTTP server's own closing, which cuts off idle connections although their next request may be there unread.
const close = (server: Server) =>
  Effect.async<void>((resume) => {
    net.Server.prototype.close.call(server, () => resume(Effect.void))
  })

/**
 * Accepts and reads what has come, and nothing more; closes connections on which nothing is under way, lets the others
 * have their answers, and cuts them off where that takes too long.
 */
export const stop = (server: Server, connections: Connections) =>
  Effect.gen(function* () {
    const cutOff = Effect.delay(
      Effect.sync(() => connections.destroyAll()),
      STOP_MILLIS
    )
    // In a fiber of its own: a finalizer cannot be interrupted, so a time limit around it would wait for it.
    const limit = yield* Effect.forkDaemon(Effect.interruptible(cutOff))
    connections.isStopping = true
    yield* quiet(connections)
    const closed = yield* Effect.fork(close(server))
    yield* quiet(connections)
    connections.closeIdle()
    yield* Fiber.join(closed)
    yield* Fiber.interrupt(limit)
    // Only now its watch over slow requests, too.
    server.close()
  })
