import type { Migration } from "./Migration.js"

/** The look-up of a model at any provider. */
export const pricesByName: Migration = () => [
  "CREATE INDEX price_versions_by_name ON price_versions (name, valid_from)"
]
