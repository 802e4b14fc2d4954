import { createServer, type Server } from "node:http"
import { Entropy } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { TollgateApp } from "../TollgateApp.js"
import { MAX_CONNECTIONS, STOP_MILLIS, serverOptions } from "./limits.js"
import { type ListenOptions, listen } from "./listen.js"
import { listener } from "./listener.js"
import { answerRaw, reasonOf } from "./rawAnswer.js"

/** Stops accepting at once, lets what is in flight finish, and cuts off what has not by then. */
const stop = (server: Server) =>
  Effect.async<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeIdleConnections()
  }).pipe(Effect.timeoutOption(STOP_MILLIS), Effect.zipRight(Effect.sync(() => server.closeAllConnections())))

const make = Effect.fnUntraced(function* (options: ListenOptions) {
  const app = yield* TollgateApp
  const runtime = yield* Effect.runtime()
  const requestId = () => Runtime.runSync(runtime)(Entropy.uuid)
  const server: Server = createServer(
    serverOptions,
    listener(app, runtime, () => server.listening)
  )
  server.maxConnections = MAX_CONNECTIONS
  server.maxHeadersCount = 0
  server.on("clientError", (error, socket) => answerRaw(socket, reasonOf(error), requestId()))
  server.on("connect", (_, socket) => answerRaw(socket, "method_not_allowed", requestId()))
  server.on("checkExpectation", ({ socket }) => answerRaw(socket, "expectation_failed", requestId()))
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
