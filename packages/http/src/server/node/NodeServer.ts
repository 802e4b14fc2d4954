import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { TollgateApp } from "../../app/TollgateApp.js"
import { answerRaw } from "./answerRaw.js"
import type { RequestResponse } from "./Connection.js"
import { Connections } from "./Connections.js"
import { authority } from "./checkAddress.js"
import { MAX_CONNECTIONS, serverOptions } from "./limits.js"
import { type ListenOptions, listen } from "./listen.js"
import { listener } from "./listener.js"
import { parserReason } from "./parserReason.js"
import { stop } from "./stop.js"

const make = Effect.fnUntraced(function* (options: ListenOptions) {
  const app = yield* TollgateApp
  const runtime = yield* Effect.runtime()
  const fork = Runtime.runFork(runtime)
  const server: Server = createServer(serverOptions)
  const connections = new Connections((socket, reason) => void fork(answerRaw(socket, reason)))
  const { continued, expectationFailed, served } = listener(app, runtime)
  const inTurn = (serve: (turn: RequestResponse) => void) => (request: IncomingMessage, response: ServerResponse) =>
    connections.with(request.socket, (connection) => connection.take(request, response, serve))
  server.maxConnections = MAX_CONNECTIONS
  server.maxHeadersCount = 0
  // Or else who ends its side behind its requests would get no answer that was not there at once.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on("connection", (socket) => connections.add(socket))
  server.on("request", inTurn(served))
  server.on("checkContinue", inTurn(continued))
  server.on("checkExpectation", inTurn(expectationFailed))
  server.on("clientError", (error, socket) =>
    connections.with(socket, (connection) => connection.fail(parserReason(error)))
  )
  // Its target is no path, so there is no such route.
  server.on("connect", (_, socket) => connections.with(socket, (connection) => connection.fail("no_such_route")))
  yield* Effect.acquireRelease(listen(server, options), () => stop(server, connections))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : options.port
  return NodeServer.of({ port, url: `http://${authority(options.host, port)}` })
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
