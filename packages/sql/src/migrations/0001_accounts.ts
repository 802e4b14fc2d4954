import { byok } from "./0001_accounts/byok.js"
import { guardrails } from "./0001_accounts/guardrails.js"
import { images } from "./0001_accounts/images.js"
import { keys, rememberFirstManagementKey } from "./0001_accounts/keys.js"
import { meta } from "./0001_accounts/meta.js"
import { oauth } from "./0001_accounts/oauth.js"
import { organizations } from "./0001_accounts/organizations.js"
import { presets } from "./0001_accounts/presets.js"
import { workspaces } from "./0001_accounts/workspaces.js"
import type { Migration } from "./Migration.js"

// A table comes after the tables that it references. Every index starts with the WHERE of a statement, or with a
// foreign key, and ends with the statement's ORDER BY.
const tables = [meta, organizations, workspaces, keys, oauth, byok, guardrails, presets, images]

/** All tables of an account. */
export const accounts: Migration = ({ columns, name }) => [
  ...tables.flatMap((statementsOf) => statementsOf(columns)),
  ...rememberFirstManagementKey[name]
]
