import * as HttpServer from "@effect/platform/HttpServer"
import { authenticateGateway, type InvalidCredential, type Services } from "@tollgate/core"
import type { StorageFailure } from "@tollgate/core/storage"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import type { RouteTable } from "../../api/RouteTable.js"
import { type RequestServices, TollgateApp } from "../../app/TollgateApp.js"
import type { ForwardRoutes } from "../../forward/ForwardRoute.js"
import { FORWARD_PATH, forwardApp } from "../../forward/forwardApp.js"
import type { ListenFailed, ListenOptions } from "./listen.js"
import { NodeServer } from "./NodeServer.js"

/** Where forward auth listens, and what it admits. */
export interface ForwardAuthOptions extends ListenOptions {
  /** The gateway key that spends for the users of the proxies. On an address that is not of the loopback interface, each proxy presents it, too. */
  readonly gatewayKey: Redacted.Redacted
  /** The routes by their names. `Schema.decodeUnknown(ForwardRoutes)` reads them. */
  readonly routes: ForwardRoutes
}

const isLoopback = (host: string) => /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i.test(host)

/** The table of a server that has none of the routes of the contract. */
const noRoutes: RouteTable = { findAll: () => [], find: () => null, allowedMethods: () => [] }

const make = Effect.fnUntraced(function* ({ gatewayKey, host, port, routes }: ForwardAuthOptions) {
  yield* authenticateGateway(gatewayKey)
  const app = yield* forwardApp({ gatewayKey, routes, isKeyDemanded: !isLoopback(host) })
  const services = yield* Effect.context<RequestServices>()
  const served = TollgateApp.of({ app, services, basePath: "", routes: noRoutes })
  const built = yield* Effect.provideService(Layer.build(NodeServer.layer({ host, port })), TollgateApp, served)
  const server = Context.get(built, NodeServer)
  return ForwardAuthServer.of({ port: server.port, url: `${server.url}${FORWARD_PATH}` })
})

/**
 * A server of its own that nginx, Caddy and other proxies ask whether a request may pass (forward auth): each request is admitted within the
 * budgets of its API key, before the proxy sends it on.
 */
export class ForwardAuthServer extends Context.Tag("@tollgate/http/ForwardAuthServer")<
  ForwardAuthServer,
  {
    /** The port that the server listens on. */
    readonly port: number
    /** The address of the routes: the one of `chat` is at `/chat` below it. */
    readonly url: string
  }
>() {
  /**
   * Listens until the scope closes, then stops gracefully, as `NodeServer` does.
   *
   * @throws {@link ListenFailed} if the address cannot be listened on, for example because the port is in use.
   * @throws InvalidCredential if there is no such gateway key, StorageFailure.
   * @example
   * ```ts
   * import { Memory } from "@tollgate/core"
   * import { ForwardAuthServer, ForwardRoutes } from "@tollgate/http"
   * import { Effect, Layer, Redacted, Schema } from "effect"
   *
   * const gatewayKey = Redacted.make("tg_gk_…")
   * const routes = Schema.decodeUnknownSync(ForwardRoutes)({ chat: { amount: 0.01 } })
   * const server = ForwardAuthServer.layer({ host: "127.0.0.1", port: 9465, gatewayKey, routes })
   * Effect.runFork(Layer.launch(Layer.provide(server, Memory.layer)))
   * ```
   */
  static readonly layer = (
    options: ForwardAuthOptions
  ): Layer.Layer<ForwardAuthServer, InvalidCredential | ListenFailed | StorageFailure, Services> =>
    Layer.provide(Layer.scoped(ForwardAuthServer, make(options)), HttpServer.layerContext)
}
