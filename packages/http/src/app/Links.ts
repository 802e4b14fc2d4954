import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { BasePath } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { BASE_PATH } from "../api/paths.js"
import { serviceRoutes } from "../api/serviceRoutes.js"
import { jsonAnswer } from "../request/response.js"
import { acceptsHtml } from "./acceptsHtml.js"
import type { Route } from "./router.js"

/** `/` and `/api/v1`: links to what the service serves. A browser is redirected to the page instead. */
export const routes = Effect.map(BasePath, (basePath) => {
  const links = {
    api: basePath + BASE_PATH,
    docs: basePath + serviceRoutes.page,
    openapi: basePath + serviceRoutes.document,
    healthz: basePath + serviceRoutes.live,
    readyz: basePath + serviceRoutes.ready
  }
  const list = jsonAnswer(200, { links }, { vary: "Accept" })
  const redirect = HttpServerResponse.empty({
    status: 302,
    headers: { location: links.docs, vary: "Accept", "content-length": "0" }
  })
  const answer: Route["answer"] = ({ request }) =>
    Effect.succeed(acceptsHtml(request.headers["accept"]) ? redirect : list)
  return [serviceRoutes.root, serviceRoutes.base].map((path): Route => ({ method: "GET", path, answer }))
})
