/** Where the routes beside the contract's are; each answers GET. */
export const plainRoutes = {
  live: "/healthz",
  ready: "/readyz",
  document: "/openapi.json",
  page: "/docs"
} as const
