import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as OpenApi from "@effect/platform/OpenApi"
import { BasePath } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { contractWithImport } from "../api/ImportApi.js"
import { serviceRoutes } from "../api/serviceRoutes.js"
import { TollgateApi } from "../api/TollgateApi.js"
import { AllowImport } from "./AllowImport.js"
import { Compat, type CompatForm } from "./compat/Compat.js"
import { guardedPage } from "./guardedPage.js"
import type { Route } from "./router.js"
import { staticText } from "./staticText.js"

// Both are large and rarely requested. They are made on the first request, so that the server starts faster.

/** What the API document depends on. */
interface Described {
  readonly basePath: string
  readonly allowsImport: boolean
  readonly compat: CompatForm | null
}

const compatNote =
  "**This server answers in the form of the client `@openrouter/sdk`** (`--compat openrouter`). The document describes the contract. Answers have further fields, " +
  "`POST /auth/keys/code` answers 200, refusals for budgets have the status 403, `GET /activity` and `GET /organization/members` answer in the client's form, " +
  "and `GET /workspaces/{id}/budgets/{interval}` answers one budget."

/** The API document, with the base path in its server's URL. */
const describe = ({ allowsImport, basePath, compat }: Described) => {
  const contract = OpenApi.fromApi(allowsImport ? contractWithImport() : TollgateApi)
  const document =
    compat === null
      ? contract
      : { ...contract, info: { ...contract.info, description: `${contract.info.description}\n\n${compatNote}` } }
  return basePath === ""
    ? document
    : { ...document, servers: document.servers?.map((server) => ({ ...server, url: basePath })) ?? [] }
}

/** Swagger UI with the document. It loads nothing from other hosts. */
const page = Effect.gen(function* () {
  const { Router } = yield* Effect.promise(() => import("@effect/platform/HttpApiBuilder"))
  const { layer } = yield* Effect.promise(() => import("@effect/platform/HttpApiSwagger"))
  const routes = Layer.provideMerge(layer({ path: serviceRoutes.page }), Router.Live)
  const app = yield* HttpRouter.toHttpApp(yield* Effect.provide(Router.router, routes))
  // The framework gives its page only as an answer to a request.
  const request = HttpServerRequest.fromWeb(new Request(`http://localhost${serviceRoutes.page}`))
  const answer = yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
  const { headers, page } = guardedPage(yield* Effect.promise(() => HttpServerResponse.toWeb(answer).text()))
  return { text: page, contentType: "text/html", headers }
})

/** `/openapi.json`: the OpenAPI document. `/docs`: a page to read it and to try operations. */
export const routes = Effect.gen(function* () {
  const basePath = yield* BasePath
  const given = { basePath, allowsImport: yield* AllowImport, compat: yield* Compat }
  const document = Effect.sync(() => ({
    text: JSON.stringify(describe(given)),
    contentType: "application/json"
  }))
  // The framework's page takes an API, not a document.
  const described = TollgateApi.annotate(OpenApi.Transform, () => describe(given))
  // The framework's type of an API does not include those whose endpoints may be without a path parameter.
  const api = described as unknown as Context.Tag.Service<HttpApi.Api>["api"]
  const written = yield* staticText(document)
  const shown = yield* staticText(Effect.provideService(page, HttpApi.Api, { api, context: Context.empty() }))
  const routes: ReadonlyArray<Route> = [
    { method: "GET", path: serviceRoutes.document, answer: () => written },
    { method: "GET", path: serviceRoutes.page, answer: () => shown }
  ]
  return routes
})
