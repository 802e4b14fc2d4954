import { about } from "../about.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { hash } from "../Ids.js"
import { apiKey } from "./apiKey.js"

const own = "{KEY_HASH}"

export const getKey = about(
  "getKey",
  { ids: hash(own, "{OTHER_KEY_HASH}"), success: { expect: apiKey({ hash: own }) } },
  general,
  ids,
  rateLimit
)
