import { about } from "../about.js"
import { general } from "../families/general.js"
import { hashes, UNKNOWN_HASH } from "../families/hashes.js"
import { rateLimit } from "../families/rateLimit.js"
import { apiKey } from "./apiKey.js"

const own = "{KEY_HASH}"
const theirs = "{OTHER_KEY_HASH}"
const limited = { ids: { own, theirs, unknownId: UNKNOWN_HASH }, theirsRead: apiKey({ hash: theirs }) }

export const getKey = about(
  "getKey",
  { path: { hash: own }, success: { expect: apiKey({ hash: own }) } },
  general,
  hashes({ own, theirs }),
  rateLimit(limited)
)
