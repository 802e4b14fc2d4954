import { about } from "../about.js"
import { record } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { DEFAULT, slugs, workspaceId } from "./slugs.js"

export const getWorkspace = about(
  "getWorkspace",
  { ids: workspaceId, success: { expect: record("Workspace", { id: workspaceId.own }) } },
  general,
  ids,
  slugs(DEFAULT),
  rateLimit
)
