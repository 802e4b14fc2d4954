import type { Migration } from "./Migration.js"

/** The look-up of a model in any letter case, at a provider or at all. Policies judge so. */
export const pricesByAnyCase: Migration = () => [
  "DROP INDEX price_versions_by_name",
  "CREATE INDEX price_versions_by_name ON price_versions (lower(name), provider, valid_from)"
]
