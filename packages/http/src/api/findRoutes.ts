import * as FindMyWay from "find-my-way-ts"
import { operations } from "./operations.js"
import { routerConfig } from "./routerConfig.js"
import { serviceRoutes } from "./serviceRoutes.js"

/** A route of the service: the method that it answers, and its path as the router has it. */
interface Route {
  readonly method: string
  readonly template: FindMyWay.PathInput
}

/** Every route of the service, the contract's and those beside it. */
export const routes: ReadonlyArray<Route> = [
  ...operations.map(({ method, template }): Route => ({ method, template })),
  ...Object.values(serviceRoutes).map((template): Route => ({ method: "GET", template }))
]

// The same router as the one that serves, so that both read a path alike, percent-escapes and all.
const router = FindMyWay.make<Route>(routerConfig)
for (const route of routes) router.on(route.method, route.template, route)

const methods = [...new Set(routes.map(({ method }) => method))]

/** The routes that a path has, whatever the method, and what stands in the path for each parameter. */
export const findRoutes = (path: string) =>
  methods.flatMap((method) => {
    const found = router.find(method, path)
    return found === undefined ? [] : [{ ...found.handler, params: found.params }]
  })

/** The methods that a path answers, as the `Allow` header lists them (RFC 9110, section 10.2.1); none for no route. */
export const allowedMethods = (path: string): ReadonlyArray<string> => {
  const found = findRoutes(path).map(({ method }) => method)
  return found.includes("GET") ? [...found, "HEAD"] : found
}
