import * as FindMyWay from "find-my-way-ts"
import { STANDARD_BODY_BYTES } from "./BodyLimit.js"
import { operations } from "./operations.js"
import { routerConfig } from "./routerConfig.js"
import { serviceRoutes } from "./serviceRoutes.js"

/** A route of the service: its method, and its path in the router's notation. */
interface Route {
  readonly method: string
  readonly template: FindMyWay.PathInput
  /** Largest body, in bytes. */
  readonly maxBodyBytes: number
}

/** Every route of the service: the operations and the service routes. */
export const routes: ReadonlyArray<Route> = [
  ...operations.map(({ maxBodyBytes, method, template }): Route => ({ maxBodyBytes, method, template })),
  ...Object.values(serviceRoutes).map(
    (template): Route => ({ maxBodyBytes: STANDARD_BODY_BYTES, method: "GET", template })
  )
]

// The router that also serves the requests, so that both parse paths and percent-escapes alike.
const router = FindMyWay.make<Route>(routerConfig)
for (const route of routes) router.on(route.method, route.template, route)

const methods = [...new Set(routes.map(({ method }) => method))]

/** The routes of a path for all methods, with the path parameters. */
export const findRoutes = (path: string) =>
  methods.flatMap((method) => {
    const found = router.find(method, path)
    return found === undefined ? [] : [{ ...found.handler, params: found.params }]
  })

/** The route that a request would match; null for none. HEAD matches as GET. */
export const findRoute = (method: string, path: string): Route | null =>
  router.find(method === "HEAD" ? "GET" : method, path)?.handler ?? null

/** The methods of a path for the `Allow` header (RFC 9110, section 10.2.1); empty if there is no route. */
export const allowedMethods = (path: string): ReadonlyArray<string> => {
  const found = findRoutes(path).map(({ method }) => method)
  return found.includes("GET") ? [...found, "HEAD"] : found
}
