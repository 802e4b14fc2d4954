import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import { BasePath } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { serviceRoutes } from "../api/serviceRoutes.js"
import { TollgateApi } from "../api/TollgateApi.js"
import { guardedPage } from "./guardedPage.js"

// Both are large, and seldom asked for: they are made when they first are, so that the server starts without them.

/** The document as the host offers it. */
const describe = (basePath: string) => {
  const document = OpenApi.fromApi(TollgateApi)
  return basePath === ""
    ? document
    : { ...document, servers: document.servers?.map((server) => ({ ...server, url: basePath })) ?? [] }
}

/** A page to read the document on; it loads nothing from elsewhere. */
const page = Effect.gen(function* () {
  const { layer } = yield* Effect.promise(() => import("@effect/platform/HttpApiSwagger"))
  const routes = Layer.provideMerge(layer({ path: serviceRoutes.page }), HttpApiBuilder.Router.Live)
  const app = yield* HttpRouter.toHttpApp(yield* Effect.provide(HttpApiBuilder.Router.router, routes))
  // The framework hands its page out as an answer only.
  const asked = HttpServerRequest.fromWeb(new Request(`http://localhost${serviceRoutes.page}`))
  const answer = yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, asked)
  const { headers, page } = guardedPage(yield* Effect.promise(() => HttpServerResponse.toWeb(answer).text()))
  return HttpServerResponse.html(page).pipe(HttpServerResponse.setHeaders(headers))
})

/** The OpenAPI document at `/openapi.json`, and a page to read it on at `/docs`. */
export const layer = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const { api, context } = yield* HttpApi.Api
    const basePath = yield* BasePath
    const document = Effect.sync(() => HttpServerResponse.unsafeJson(describe(basePath)))
    // The page describes the API that it is given, and no document.
    const served = { api: api.annotate(OpenApi.Transform, () => describe(basePath)), context }
    yield* router.get(serviceRoutes.document, yield* Effect.cached(document))
    yield* router.get(serviceRoutes.page, yield* Effect.cached(Effect.provideService(page, HttpApi.Api, served)))
  })
)
