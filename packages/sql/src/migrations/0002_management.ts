import { byok } from "./0002_management/byok.js"
import { guardrails } from "./0002_management/guardrails.js"
import { keys } from "./0002_management/keys.js"
import { organizations } from "./0002_management/organizations.js"
import { sizes } from "./0002_management/sizes.js"
import { workspaces } from "./0002_management/workspaces.js"
import type { Migration } from "./Migration.js"

/**
 * Indexes in the order of each list, and the size of each list, maintained by triggers so that no list is counted
 * when it is read.
 */
export const management: Migration = ({ columns, counting }) =>
  [sizes, keys, byok, guardrails, workspaces, organizations].flatMap((part) => {
    const { counted, statements } = part(columns)
    return [...statements, ...counted.flatMap(counting)]
  })
