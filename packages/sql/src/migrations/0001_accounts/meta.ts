import { NOT_YET } from "../../NOT_YET.js"
import type { Columns } from "../columns.js"

/** Metadata of the database. */
export const meta = ({ table, text, textOf }: Columns) => [
  table("tollgate_meta", textOf(255)("name"), text("value"), "PRIMARY KEY (name)"),
  `INSERT INTO tollgate_meta (name, value) VALUES ('master_key_id', '${NOT_YET}'), ('first_organization_id', '${NOT_YET}'),
  ('first_management_key', '${NOT_YET}')`
]
