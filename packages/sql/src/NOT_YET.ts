/**
 * What `tollgate_meta` has in place of the master key's id, the first organization's and the first management key's until there
 * is one. A row that is missing was lost, so what was lost is never taken for new.
 */
export const NOT_YET = "none"
