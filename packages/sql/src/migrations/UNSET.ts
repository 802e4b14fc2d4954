/**
 * The value in `tollgate_meta` before the id of the master key, of the first organization and of the first management
 * key are known. The row exists from the start, so a missing row means lost data and not a new database.
 */
export const UNSET = "none"
