import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { plainRoutes } from "./routes.js"

/** A page to read the document on; it loads nothing from elsewhere. */
const page = Effect.gen(function* () {
  // Its program is large and seldom asked for, so it is loaded when it first is.
  const { layer } = yield* Effect.promise(() => import("@effect/platform/HttpApiSwagger"))
  const routes = Layer.provideMerge(layer({ path: plainRoutes.page }), HttpApiBuilder.Router.Live)
  const router = Effect.provide(HttpApiBuilder.Router.router, routes)
  return yield* HttpRouter.toHttpApp(yield* router)
})

const layerPage = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function* () {
    const api = yield* HttpApi.Api
    const app = yield* Effect.cached(Effect.provideService(page, HttpApi.Api, api))
    yield* router.get(plainRoutes.page, Effect.flatten(app))
  })
)

/** The OpenAPI document at `/openapi.json`, and the page at `/docs`. */
export const layer = Layer.merge(HttpApiBuilder.middlewareOpenApi({ path: plainRoutes.document }), layerPage)
