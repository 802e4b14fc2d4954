import type { Migration } from "./Migration.js"
import { UNSET } from "./UNSET.js"

/** Since when no hold and no sum refers to a name, if that was seen; when names were last looked through, in milliseconds since 1970. */
export const unusedNames: Migration = ({ columns: { time } }) => [
  `ALTER TABLE spending_names ADD COLUMN ${time("unused_since", "NULL")}`,
  `INSERT INTO tollgate_meta (name, value) VALUES ('names_swept_at', '${UNSET}')`
]
