import { BASE_PATH } from "./paths.js"

/** Paths of the routes outside the contract. Each answers GET. */
export const serviceRoutes = {
  root: "/",
  base: BASE_PATH,
  live: "/healthz",
  ready: "/readyz",
  document: "/openapi.json",
  page: "/docs"
} as const

/** Whether a route is a probe. Probes are logged at debug level only. */
export const isProbe = (route: { readonly path: string } | null): boolean =>
  route?.path === serviceRoutes.live || route?.path === serviceRoutes.ready
