/** Where the routes beside the contract's are; each answers GET. */
export const serviceRoutes = {
  live: "/healthz",
  ready: "/readyz",
  document: "/openapi.json",
  page: "/docs"
} as const
