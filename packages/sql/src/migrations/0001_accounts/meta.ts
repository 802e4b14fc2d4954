import { NO_MANAGEMENT_KEY, NO_ORGANIZATION } from "../../firstOrganizationId.js"
import { NO_MASTER_KEY } from "../../masterKeyId.js"
import type { Columns } from "../columns.js"

/** What the database says of itself. */
export const meta = ({ table, text, textOf }: Columns) => [
  table("tollgate_meta", textOf(255)("name"), text("value"), "PRIMARY KEY (name)"),
  `INSERT INTO tollgate_meta (name, value) VALUES ('master_key_id', '${NO_MASTER_KEY}'), ('first_organization_id', '${NO_ORGANIZATION}'),
  ('first_management_key', '${NO_MANAGEMENT_KEY}')`
]
