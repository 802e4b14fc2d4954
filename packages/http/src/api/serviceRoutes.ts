/** Paths of the routes outside the contract. Each answers GET. */
export const serviceRoutes = {
  live: "/healthz",
  ready: "/readyz",
  document: "/openapi.json",
  page: "/docs"
} as const
