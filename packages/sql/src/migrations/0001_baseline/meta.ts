import type { Dialect } from "./dialects.js"

/**
 * The value in `tollgate_meta` before the id of the master key, of the first organization and of the first management
 * key are known. The row exists from the start, so a missing row means lost data and not a new database.
 */
export const UNSET = "none"

// `names_swept_at`: when unused names were last looked for, in milliseconds since 1970.
const names = ["master_key_id", "first_organization_id", "first_management_key", "names_swept_at"]

/** Metadata of the database. */
export const meta = ({ table, text, textOf }: Dialect) => [
  table("tollgate_meta", textOf(255)("name"), text("value"), "PRIMARY KEY (name)"),
  `INSERT INTO tollgate_meta (name, value) VALUES ${names.map((name) => `('${name}', '${UNSET}')`).join(", ")}`
]
