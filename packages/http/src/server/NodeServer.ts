import { createServer, type Server } from "node:http"
import type { Duplex } from "node:stream"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import type { ProtocolReason } from "../ProtocolRefusal.js"
import { TollgateApp } from "../TollgateApp.js"
import { answerRaw, parserReason } from "./answerRaw.js"
import { MAX_CONNECTIONS, STOP_MILLIS, serverOptions } from "./limits.js"
import { type ListenOptions, listen } from "./listen.js"
import { listener } from "./listener.js"

/** Stops accepting at once, lets what is in flight finish, and cuts off what has not by then. */
const stop = (server: Server) =>
  Effect.gen(function* () {
    const cutOff = Effect.delay(
      Effect.sync(() => server.closeAllConnections()),
      STOP_MILLIS
    )
    // In a fiber of its own: a finalizer cannot be interrupted, so a time limit around it would wait for it.
    const limit = yield* Effect.forkDaemon(Effect.interruptible(cutOff))
    yield* Effect.async<void>((resume) => {
      server.close(() => resume(Effect.void))
      server.closeIdleConnections()
    })
    yield* Fiber.interrupt(limit)
  })

const make = Effect.fnUntraced(function* (options: ListenOptions) {
  const app = yield* TollgateApp
  const runtime = yield* Effect.runtime()
  const fork = Runtime.runFork(runtime)
  const answer = (socket: Duplex, reason: ProtocolReason) => void fork(answerRaw(socket, reason))
  const { expectationFailed, serve } = listener(app, runtime, () => server.listening)
  const server: Server = createServer(serverOptions, serve)
  server.maxConnections = MAX_CONNECTIONS
  server.maxHeadersCount = 0
  server.on("clientError", (error, socket) => answer(socket, parserReason(error)))
  // Its target is no path, so there is no such route.
  server.on("connect", (_, socket) => answer(socket, "no_such_route"))
  server.on("checkExpectation", expectationFailed)
  yield* Effect.acquireRelease(listen(server, options), () => stop(server))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : options.port
  const host = options.host.includes(":") ? `[${options.host}]` : options.host
  return NodeServer.of({ port, url: `http://${host}:${port}` })
})

/** A listening HTTP server; closing its scope stops it gracefully. */
export class NodeServer extends Context.Tag("@tollgate/http/NodeServer")<
  NodeServer,
  {
    readonly port: number
    /** Scheme, host and port; the operations are under `BASE_PATH`. */
    readonly url: string
  }
>() {
  static readonly layer = (options: ListenOptions) => Layer.scoped(NodeServer, make(options))
}
