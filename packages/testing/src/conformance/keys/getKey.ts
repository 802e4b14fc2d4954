import { about } from "../about.js"
import { record } from "../answers.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { hash } from "../Ids.js"

const own = "{KEY_HASH}"

export const getKey = about(
  "getKey",
  { ids: hash(own, "{OTHER_KEY_HASH}"), success: { expect: record("ApiKey", { hash: own }) } },
  general,
  ids,
  rateLimit
)
