import type { Words } from "../words.js"

/** Catalogues of image models, one of each organization; the version tells one from another without reading it. */
export const images = ({ jsonArray, table, text, uuid }: Words) => [
  table(
    "image_catalogs",
    uuid("organization_id"),
    text("version"),
    jsonArray("models"),
    "PRIMARY KEY (organization_id)",
    "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
  )
]
