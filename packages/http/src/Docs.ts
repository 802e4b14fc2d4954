import { HttpApiBuilder, HttpApiSwagger } from "@effect/platform"
import { Layer } from "effect"
import { plainRoutes } from "./routes.js"

/** The OpenAPI document, and a page to read it on that loads nothing from elsewhere. */
export const layer = Layer.merge(
  HttpApiBuilder.middlewareOpenApi({ path: plainRoutes.document }),
  HttpApiSwagger.layer({ path: plainRoutes.page })
)
