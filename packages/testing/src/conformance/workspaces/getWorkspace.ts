import { about } from "../about.js"
import { record } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { slugs } from "./slugs.js"

const own = "{WORKSPACE_ID}"
const theirs = "{OTHER_WORKSPACE_ID}"
const workspace = (id: string) => record("Workspace", { id })

export const getWorkspace = about(
  "getWorkspace",
  { path: { id: own }, success: { expect: workspace(own) } },
  general,
  uuids({ own, theirs }),
  slugs({ path: (workspace) => `/workspaces/${workspace}`, found: record("Workspace", { slug: "default" }) }),
  rateLimit({ ids: { own, theirs, unknownId: UNKNOWN_UUID }, theirsRead: workspace(theirs) })
)
