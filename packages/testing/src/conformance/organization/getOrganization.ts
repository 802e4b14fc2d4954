import { about } from "../about.js"
import { record } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"

export const getOrganization = about(
  "getOrganization",
  { success: { expect: record("Organization") } },
  general,
  rateLimit
)
