import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Metrics } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { withConsole } from "../../app/Console.js"
import { type HandlerOptions, makeCors } from "../../app/cors.js"
import { TollgateApp } from "../../app/TollgateApp.js"
import { answerRaw, parserReason } from "./answerRaw.js"
import type { RequestResponse } from "./Connection.js"
import { Connections } from "./Connections.js"
import { MAX_HEADER_BYTES, ServerLimits } from "./limits.js"
import { authority, type ListenFailed, type ListenOptions, listen } from "./listen.js"
import { listener } from "./listener.js"
import { stop } from "./stop.js"

/** Where a server listens, which pages of other origins may call it, and whether it has the console. */
export interface NodeServerOptions extends ListenOptions, HandlerOptions {}

const make = Effect.fnUntraced(function* (options: NodeServerOptions) {
  const cors = yield* Effect.sync(() => makeCors(options.cors))
  const app = yield* withConsole(yield* TollgateApp, options.console)
  const runtime = yield* Effect.runtime()
  const fork = Runtime.runFork(runtime)
  const metrics = Context.get(Context.merge(app.services, runtime.context), Metrics)
  const { maxConnections, ...times } = yield* ServerLimits
  // `parseHead` checks `Host`, so that a request without one gets an answer with the envelope.
  const server: Server = createServer({ ...times, maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false })
  const connections = new Connections(maxConnections, (socket, reason, request) => {
    fork(answerRaw(socket, reason, cors?.headersFor(request?.headers.origin), metrics))
  })
  const { refuseExpectation, serveAfterContinue, serveRequest } = listener(app, runtime, cors)
  const queued = (serve: (incoming: RequestResponse) => void) => (request: IncomingMessage, response: ServerResponse) =>
    connections.with(request.socket, (connection) => connection.enqueue(request, response, serve))
  // `parseHead` counts them; Node.js would drop the rest without a word.
  server.maxHeadersCount = 0
  // Otherwise a client that ends its side after its requests would not get answers that take longer.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on("connection", (socket) => connections.add(socket))
  server.on("request", queued(serveRequest))
  server.on("checkContinue", queued(serveAfterContinue))
  server.on("checkExpectation", queued(refuseExpectation))
  server.on("clientError", (error, socket) =>
    connections.with(socket, (connection) => connection.fail(parserReason(error)))
  )
  // The target of CONNECT is no path, so no route has it.
  server.on("connect", (_, socket) => connections.with(socket, (connection) => connection.fail("no_such_route")))
  yield* Effect.acquireRelease(listen(server, options), () => stop(server, connections))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : options.port
  return NodeServer.of({ port, url: `http://${authority(options.host, port)}` })
})

/** A listening HTTP/1.1 server of Node.js. */
export class NodeServer extends Context.Tag("@tollgate/http/NodeServer")<
  NodeServer,
  {
    /** The port that the server listens on. */
    readonly port: number
    /** Scheme, host and port. The operations are below it, at `BASE_PATH`. */
    readonly url: string
  }
>() {
  /**
   * Listens until the scope closes, then stops gracefully: it answers requests that were sent before, for at most 7 seconds.
   *
   * @throws `TypeError`, as a defect, if `cors.origins` is not a list of origins, or `console` is neither true nor false.
   * @throws {@link ListenFailed} if the address cannot be listened on, for example because the port is in use.
   * @example
   * ```ts
   * import { Memory } from "@tollgate/core"
   * import { NodeServer, TollgateApp } from "@tollgate/http"
   * import { Effect, Layer } from "effect"
   *
   * const server = NodeServer.layer({ host: "127.0.0.1", port: 8787 })
   * const service = server.pipe(Layer.provide(TollgateApp.layer), Layer.provide(Memory.layer))
   * Effect.runFork(Layer.launch(service))
   * ```
   */
  static readonly layer = (options: NodeServerOptions): Layer.Layer<NodeServer, ListenFailed, TollgateApp> =>
    Layer.scoped(NodeServer, make(options))
}
