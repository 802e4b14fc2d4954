import { setImmediate } from "node:timers/promises"
import { NodeServer, type WebHandler, webHandler } from "@tollgate/http"
import { Clock, Effect, Layer } from "effect"

/**
 * A clock that a request which may create something moves on, past every time that was read from it: lists are ordered by it, and
 * two requests in this process fit into one millisecond.
 */
const advancing = () => {
  let [ahead, read] = [0, 0]
  const now = () => {
    read = Math.max(read, Date.now() + ahead)
    return read
  }
  return {
    clock: Object.assign(Clock.make(), { unsafeCurrentTimeMillis: now }),
    advance: () => {
      ahead = Math.max(ahead, read + 1 - Date.now())
    }
  }
}

/** Servers without a socket: each is a web handler with an address of its own, at which `fetch` finds it. */
export const webServers = () => {
  const handlers = new Map<string, WebHandler>()
  const { advance, clock } = advancing()
  const layer = Layer.scoped(
    NodeServer,
    Effect.gen(function* () {
      const handler = yield* webHandler()
      const host = `server-${handlers.size}.example`
      yield* Effect.acquireRelease(
        Effect.sync(() => handlers.set(host, handler)),
        () => Effect.sync(() => handlers.delete(host))
      )
      return { port: 80, url: `http://${host}` }
    })
  )
  let asked = 0
  const fetch = async (request: Request) => {
    // A request's URL is absolute and normalized. To parse it again would take longer than to find the server.
    const host = request.url.split("/", 3)[2] ?? ""
    const handler = handlers.get(host)
    if (handler === undefined) throw new Error(`No server has the address ${host}.`)
    // Nothing here waits for the system, so that timers and Vitest's own messages would wait for the end of the run.
    if (++asked % 64 === 0) await setImmediate()
    if (request.method === "POST") advance()
    return handler(request, { remoteAddress: "127.0.0.1" })
  }
  return { fetch, layer, clock }
}
