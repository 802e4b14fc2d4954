/** What stands in a database in place of its first organization's id until there is one: what was lost is never taken for new. */
export const NO_ORGANIZATION = "none"

/** The same of the first management key. */
export const NO_MANAGEMENT_KEY = "none"
