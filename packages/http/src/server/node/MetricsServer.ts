import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { METRICS_TYPE, readMetrics } from "@tollgate/core"
import type { SpendingStore } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import { pathOf } from "../../request/target.js"
import { serverLimits } from "./limits.js"
import { authority, type ListenFailed, type ListenOptions, listen } from "./listen.js"

const METRICS_PATH = "/metrics"

/** A scraper has one connection, and a person another. */
const MAX_CONNECTIONS = 100

/** A page that is being read when the server stops has this long, in milliseconds. */
const STOP_MILLIS = 1_000

const { maxConnections: _, ...times } = serverLimits

const answer = (response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void => {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    ...headers,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff"
  })
  // Node.js leaves the body of an answer to HEAD out.
  response.end(text)
}

const serve =
  (read: () => Promise<string>) =>
  ({ method, url = "" }: IncomingMessage, response: ServerResponse) => {
    if (pathOf(url) !== METRICS_PATH) return answer(response, 404, `The metrics are at ${METRICS_PATH}.\n`)
    if (method !== "GET" && method !== "HEAD") {
      return answer(response, 405, "The metrics answer GET and HEAD.\n", { allow: "GET, HEAD" })
    }
    read().then(
      (text) => answer(response, 200, text, { "content-type": METRICS_TYPE }),
      () => response.destroy()
    )
  }

const close = (server: Server) =>
  Effect.async<void>((resume) => {
    const late = setTimeout(() => server.closeAllConnections(), STOP_MILLIS)
    server.close(() => {
      clearTimeout(late)
      resume(Effect.void)
    })
    server.closeIdleConnections()
  })

const make = Effect.fnUntraced(function* (options: ListenOptions) {
  const runtime = yield* Effect.runtime<SpendingStore>()
  const read = () => Runtime.runPromise(runtime, readMetrics)
  const server = createServer(times, serve(read))
  server.maxConnections = MAX_CONNECTIONS
  yield* Effect.acquireRelease(listen(server, options), () => close(server))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : options.port
  return MetricsServer.of({ port, url: `http://${authority(options.host, port)}${METRICS_PATH}` })
})

/** A server of its own for the metrics. It asks for no credentials: bind it to an address that only the scraper reaches. */
export class MetricsServer extends Context.Tag("@tollgate/http/MetricsServer")<
  MetricsServer,
  {
    /** The port that the server listens on. */
    readonly port: number
    /** The address of the page. */
    readonly url: string
  }
>() {
  /**
   * Serves the page of `readMetrics` at `/metrics` until the scope closes. Provide `Metrics.layer` to it, and to what it is to measure:
   * without, the page is empty.
   *
   * @throws {@link ListenFailed} if the address cannot be listened on, for example because the port is in use.
   * @example
   * ```ts
   * import { Memory, Metrics } from "@tollgate/core"
   * import { MetricsServer, NodeServer, TollgateApp } from "@tollgate/http"
   * import { Effect, Layer } from "effect"
   *
   * const server = Layer.provide(NodeServer.layer({ host: "127.0.0.1", port: 8787 }), TollgateApp.layer)
   * const page = MetricsServer.layer({ host: "127.0.0.1", port: 9464 })
   * const service = Layer.merge(server, page).pipe(Layer.provide(Memory.layer), Layer.provide(Metrics.layer))
   * Effect.runFork(Layer.launch(service))
   * ```
   */
  static readonly layer = (options: ListenOptions): Layer.Layer<MetricsServer, ListenFailed, SpendingStore> =>
    Layer.scoped(MetricsServer, make(options))
}
