import type { Dialect } from "./dialects.js"

/** Catalogues of image models, one per organization. The version identifies the content without reading it. */
export const images = ({ jsonArray, table, text, uuid }: Dialect) => [
  table(
    "image_catalogs",
    uuid("organization_id"),
    text("version"),
    jsonArray("models"),
    "PRIMARY KEY (organization_id)",
    "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
  )
]
