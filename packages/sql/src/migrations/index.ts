import { accounts } from "./0001_accounts.js"
import { management } from "./0002_management.js"

/** Every migration that this version knows, by number and name. One that was released is never edited, only followed. */
export const migrations = { "0001_accounts": accounts, "0002_management": management }
