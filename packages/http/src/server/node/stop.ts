import type { Server } from "node:http"
import * as net from "node:net"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterMoment } from "./Connection.js"
import type { Connections } from "./Connections.js"
import { BACKLOG, STOP_MILLIS } from "./limits.js"

const moment = Effect.async<void>((resume) => afterMoment(() => resume(Effect.void)))

const eventLoopTurn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))

/** Waits until connections that were opened before are accepted and what they have sent is read. */
const settle = Effect.fnUntraced(function* (connections: Connections) {
  // The kernel hands over one waiting connection in each turn of the event loop.
  for (let accepted = -1, i = 0; accepted !== connections.accepted && i < BACKLOG; i++) {
    accepted = connections.accepted
    yield* Effect.zipRight(eventLoopTurn, eventLoopTurn)
  }
  if (!connections.isEmpty) yield* moment
})

// `http.Server.close` also cuts off idle connections whose next request has arrived unread.
const close = (server: Server) =>
  Effect.async<void>((resume) => {
    net.Server.prototype.close.call(server, () => resume(Effect.void))
  })

/**
 * Stops a server: answers requests that were sent before, accepts no more, closes idle connections, and cuts off the rest
 * after `STOP_MILLIS`.
 */
export const stop = (server: Server, connections: Connections) =>
  Effect.gen(function* () {
    const cutOff = Effect.delay(
      Effect.sync(() => connections.destroyAll()),
      STOP_MILLIS
    )
    // A daemon, because a finalizer cannot be interrupted and a timeout around it would wait for it.
    const limit = yield* Effect.forkDaemon(Effect.interruptible(cutOff))
    connections.isStopping = true
    yield* settle(connections)
    const closed = yield* Effect.fork(close(server))
    yield* settle(connections)
    connections.closeIdle()
    yield* Fiber.join(closed)
    yield* Fiber.interrupt(limit)
    // Ends the timers that watch for slow requests.
    server.close()
    connections.dispose()
  })
