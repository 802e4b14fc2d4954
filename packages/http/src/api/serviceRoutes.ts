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
