import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import type { Services } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AnyKey } from "./auth/AnyKey.js"
import { ManagementKey, ManagementKeyHidden } from "./auth/ManagementKey.js"
import { RateLimitedManagementKey } from "./auth/RateLimitedManagementKey.js"
import * as ByokHandlers from "./byok/ByokHandlers.js"
import * as Docs from "./Docs.js"
import * as GuardrailsHandlers from "./guardrails/GuardrailsHandlers.js"
import * as Health from "./Health.js"
import * as ImagesHandlers from "./images/ImagesHandlers.js"
import * as KeysHandlers from "./keys/KeysHandlers.js"
import * as OAuthHandlers from "./oauth/OAuthHandlers.js"
import * as PresetsHandlers from "./presets/PresetsHandlers.js"
import { serveExchange } from "./serveExchange.js"
import { TollgateApi } from "./TollgateApi.js"
import { tracing } from "./tracing.js"
import * as WorkspacesHandlers from "./workspaces/WorkspacesHandlers.js"

const handlers = Layer.mergeAll(
  ByokHandlers.layer,
  KeysHandlers.layer,
  OAuthHandlers.layer,
  GuardrailsHandlers.layer,
  WorkspacesHandlers.layer,
  PresetsHandlers.layer,
  ImagesHandlers.layer
)

const authentication = Layer.mergeAll(
  AnyKey.layer,
  ManagementKey.layer,
  ManagementKeyHidden.layer,
  RateLimitedManagementKey.layer
)

/** The router's own indulgences would answer paths that the contract does not have. */
const exactPaths = HttpRouter.setRouterConfig({
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 16_384
})

const api = HttpApiBuilder.api(TollgateApi).pipe(Layer.provide(handlers), Layer.provide(authentication))

/** The whole service as one app: a request in, a response out, nothing left to fail. */
export class TollgateApp extends Context.Tag("@tollgate/http/TollgateApp")<TollgateApp, HttpApp.Default>() {
  static readonly layer: Layer.Layer<TollgateApp, never, Services> = Layer.effect(
    TollgateApp,
    Effect.gen(function* () {
      const app = yield* HttpApiBuilder.httpApp
      const platform = yield* Effect.context<HttpRouter.HttpRouter.DefaultServices>()
      const trace = yield* tracing
      return trace(Effect.mapInputContext(app, (request) => Context.merge(platform, request)))
    })
  ).pipe(
    Layer.provide([Health.layer, Docs.layer]),
    Layer.provide(api),
    Layer.provide(HttpApiBuilder.middleware(serveExchange)),
    Layer.provide([HttpApiBuilder.Router.Live, HttpApiBuilder.Middleware.layer, HttpServer.layerContext, exactPaths])
  )
}
