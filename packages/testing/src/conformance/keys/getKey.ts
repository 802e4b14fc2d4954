import { record } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { hash } from "../Ids.js"
import { about } from "../Subject.js"
import { given } from "./apiKey.js"

export const getKey = about(
  "getKey",
  { ids: hash, given, expect: ({ own }) => record({ hash: own }) },
  general,
  ids,
  rateLimit
)
