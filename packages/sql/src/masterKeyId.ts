/** What stands in a database in place of its master key's id until the first master key comes. */
export const NO_MASTER_KEY = "none"
