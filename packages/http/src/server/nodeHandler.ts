import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import { withConsole } from "../app/Console.js"
import { type HandlerOptions, makeCors } from "../app/cors.js"
import { TollgateApp } from "../app/TollgateApp.js"
import { listener } from "./node/listener.js"
import { quietRuntime } from "./quietRuntime.js"

/**
 * Answers a request of Node's HTTP server. Mounts in Express and in every other server that uses `IncomingMessage` and
 * `ServerResponse`. It never throws: every failure is answered with the error envelope.
 */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Makes the service a handler for a Node.js server of the host. The host's limits of time and size apply beside the
 * service's own limits of heads and bodies. The handler logs to the loggers of the host's runtime except Effect's default
 * one, so it writes nothing to standard output.
 *
 * @throws `TypeError`, as a defect, if `cors.origins` is not a list of origins, or `console` is neither true nor false.
 * @example
 * ```ts
 * import { createServer } from "node:http"
 * import { Memory } from "@tollgate/core"
 * import { nodeHandler, TollgateApp } from "@tollgate/http"
 * import { Layer, ManagedRuntime } from "effect"
 *
 * const runtime = ManagedRuntime.make(TollgateApp.layerAt("/tollgate").pipe(Layer.provide(Memory.layer)))
 * createServer(await runtime.runPromise(nodeHandler())).listen(8787)
 * ```
 */
export const nodeHandler = (options: HandlerOptions = {}): Effect.Effect<NodeHandler, never, TollgateApp> =>
  Effect.gen(function* () {
    const cors = yield* Effect.sync(() => makeCors(options.cors))
    const app = yield* withConsole(yield* TollgateApp, options.console)
    const { serveRequest } = listener(app, yield* quietRuntime, cors)
    return (request, response) =>
      serveRequest({ request, response, isAnswering: false, isLast: () => false, isHosted: true })
  })
