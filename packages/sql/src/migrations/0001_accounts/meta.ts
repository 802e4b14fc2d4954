import type { Columns } from "../columns.js"
import { UNSET } from "../UNSET.js"

/** Metadata of the database. */
export const meta = ({ table, text, textOf }: Columns) => [
  table("tollgate_meta", textOf(255)("name"), text("value"), "PRIMARY KEY (name)"),
  `INSERT INTO tollgate_meta (name, value) VALUES ('master_key_id', '${UNSET}'), ('first_organization_id', '${UNSET}'),
  ('first_management_key', '${UNSET}')`
]
