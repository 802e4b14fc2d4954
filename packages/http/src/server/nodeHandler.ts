import type { IncomingMessage, ServerResponse } from "node:http"
import * as Effect from "effect/Effect"
import { TollgateApp } from "../app/TollgateApp.js"
import { listener } from "./node/listener.js"
import { quietRuntime } from "./quietRuntime.js"

/**
 * Answers a request of Node's HTTP server; mounts in Express and in whatever else speaks `IncomingMessage` and
 * `ServerResponse`. Never throws: what goes wrong is an answer with the envelope.
 */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The whole service as a function, for a Node.js server of the host's own, whose limits of time and size hold beside those of a
 * request's head and body. Silent where the host has no logger but Effect's own.
 */
export const nodeHandler: Effect.Effect<NodeHandler, never, TollgateApp> = Effect.gen(function* () {
  const { serveRequest } = listener(yield* TollgateApp, yield* quietRuntime)
  return (request, response) =>
    serveRequest({ request, response, isAnswering: false, isLast: () => false, isHosted: true })
})
