import * as FindMyWay from "find-my-way-ts"
import { STANDARD_BODY_BYTES } from "./BodyLimit.js"
import { importOperation } from "./ImportApi.js"
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

const routesOf = (operations: ReadonlyArray<Route>): ReadonlyArray<Route> => [
  ...operations.map(({ maxBodyBytes, method, template }): Route => ({ maxBodyBytes, method, template })),
  ...Object.values(serviceRoutes).map(
    (template): Route => ({ maxBodyBytes: STANDARD_BODY_BYTES, method: "GET", template })
  )
]

/** The routes of a server: its operations and the service routes. */
export interface RouteTable {
  /** The routes of a path for all methods. */
  readonly findAll: (path: string) => ReadonlyArray<Route>
  /** The route that a request would match; null for none. HEAD matches as GET. */
  readonly find: (method: string, path: string) => Route | null
  /** The methods of a path for the `Allow` header (RFC 9110, section 10.2.1); empty if there is no route. */
  readonly allowedMethods: (path: string) => ReadonlyArray<string>
}

const tableOf = (routes: ReadonlyArray<Route>): RouteTable => {
  // The router that also serves the requests, so that both parse paths and percent-escapes alike.
  const router = FindMyWay.make<Route>(routerConfig)
  for (const route of routes) router.on(route.method, route.template, route)
  const methods = [...new Set(routes.map(({ method }) => method))]
  const findAll = (path: string) => methods.flatMap((method) => router.find(method, path)?.handler ?? [])
  return {
    findAll,
    find: (method, path) => router.find(method === "HEAD" ? "GET" : method, path)?.handler ?? null,
    allowedMethods: (path) => {
      const found = findAll(path).map(({ method }) => method)
      return found.includes("GET") ? [...found, "HEAD"] : found
    }
  }
}

/** The routes of a server with these operations. */
export const routeTable = (operations: ReadonlyArray<Route>): RouteTable => tableOf(routesOf(operations))

/** The routes of two tables, whose paths differ. */
export const joinedTables = (one: RouteTable, other: RouteTable): RouteTable => ({
  findAll: (path) => [...one.findAll(path), ...other.findAll(path)],
  find: (method, path) => one.find(method, path) ?? other.find(method, path),
  allowedMethods: (path) => [...one.allowedMethods(path), ...other.allowedMethods(path)]
})

/** The page of the console, which a server may serve. */
export const consoleRoute = { method: "GET", path: "/console" } as const

/** Its route alone. */
export const consoleRoutes = tableOf([
  { maxBodyBytes: STANDARD_BODY_BYTES, method: consoleRoute.method, template: consoleRoute.path }
])

/** The routes of a server that serves the contract alone. */
export const contractRoutes = routeTable(operations)

/** The words of all paths, whether a server serves them or not. */
export const words: ReadonlyArray<string> = [
  ...routesOf([...operations, importOperation]).map(({ template }) => template),
  consoleRoute.path
].flatMap((template) => template.split("/").filter((part) => !part.startsWith(":")))
