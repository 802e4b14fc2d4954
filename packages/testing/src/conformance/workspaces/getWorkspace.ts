import { record } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { about } from "../Subject.js"
import { DEFAULT, given, slugs, workspaceId } from "./slugs.js"

export const getWorkspace = about(
  "getWorkspace",
  { ids: workspaceId, given, expect: ({ own }) => record({ id: own }) },
  general,
  ids,
  slugs(DEFAULT),
  rateLimit
)
