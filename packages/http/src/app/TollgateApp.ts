import type * as HttpApp from "@effect/platform/HttpApp"
import type * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import { BasePath, type Services, WebhookRules } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { importOperation } from "../api/ImportApi.js"
import { operations } from "../api/operations.js"
import { contractRoutes, type RouteTable, routeTable } from "../api/RouteTable.js"
import { requestMiddleware } from "../request/requestMiddleware.js"
import { checkBasePath } from "../request/target.js"
import { isGlobalUnicast } from "../webhooks/isGlobalUnicast.js"
import { AllowImport } from "./AllowImport.js"
import { Compat } from "./compat/Compat.js"
import { budgetRoute } from "./compat/oneBudget.js"
import * as Docs from "./Docs.js"
import * as Health from "./Health.js"
import * as Links from "./Links.js"
import * as operationRoutes from "./operationRoutes.js"
import { router } from "./router.js"

/** What a request is served with: the services of the framework and those of the programs. */
export type RequestServices = HttpRouter.HttpRouter.DefaultServices | Services

const make = Effect.gen(function* () {
  const basePath = yield* BasePath
  checkBasePath(basePath)
  const routes = yield* Effect.all([operationRoutes.routes, Health.routes, Docs.routes, Links.routes])
  const rules = { ...(yield* WebhookRules), isGlobalUnicast }
  const services = Context.add(yield* Effect.context<RequestServices>(), WebhookRules, rules)
  const added = [...((yield* AllowImport) ? [importOperation] : []), ...((yield* Compat) === null ? [] : [budgetRoute])]
  const served = added.length === 0 ? contractRoutes : routeTable([...operations, ...added])
  return { app: requestMiddleware(Health.first(router(routes.flat()))), services, basePath, routes: served }
})

/** The whole HTTP service: an app that cannot fail, and the services that it runs with. */
export class TollgateApp extends Context.Tag("@tollgate/http/TollgateApp")<
  TollgateApp,
  {
    readonly app: HttpApp.Default<never, RequestServices>
    readonly services: Context.Context<RequestServices>
    /** The path before `/api/v1` and the other routes; empty at the root. */
    readonly basePath: string
    /** What is served. @default the contract */
    readonly routes?: RouteTable
  }
>() {
  /**
   * The service at the root: operations under `/api/v1`, the page at `/docs`.
   *
   * @example
   * import { Memory } from "@tollgate/core"
   * import { TollgateApp, webHandler } from "@tollgate/http"
   * import { Layer, ManagedRuntime } from "effect"
   *
   * const runtime = ManagedRuntime.make(Layer.provide(TollgateApp.layer, Memory.layer))
   * const handle = await runtime.runPromise(webHandler())
   */
  static readonly layer: Layer.Layer<TollgateApp, never, Services> = Layer.provide(
    Layer.effect(TollgateApp, make),
    HttpServer.layerContext
  )

  /**
   * The service below a path: with `/tollgate` its operations are under `/tollgate/api/v1` and its page is at `/tollgate/docs`.
   *
   * @throws {TypeError} as a defect, if the path ends with a slash or no request can have it.
   * @example
   * import { TollgateApp } from "@tollgate/http"
   *
   * export const app = TollgateApp.layerAt("/tollgate")
   */
  static readonly layerAt = (basePath: string): Layer.Layer<TollgateApp, never, Services> =>
    Layer.provide(Layer.fresh(TollgateApp.layer), Layer.succeed(BasePath, basePath))
}
