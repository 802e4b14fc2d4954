import { accounts } from "./0001_accounts.js"
import { management } from "./0002_management.js"
import { workspaceLists } from "./0003_workspace_lists.js"

/** All migrations of this version, by number and name. A released migration is never edited. */
export const migrations = {
  "0001_accounts": accounts,
  "0002_management": management,
  "0003_workspace_lists": workspaceLists
}
