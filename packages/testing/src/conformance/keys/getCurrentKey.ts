import { about } from "../about.js"
import { record } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { asOther, asPlain, get } from "../requests.js"
import type { Family } from "../Subject.js"

const current = (fields: Readonly<Record<string, unknown>> = {}) => record("CurrentApiKey", fields)

const kinds: Family = ({ sends }) => [
  sends(
    "a management key reads itself",
    get("/key"),
    current({ hash: "{MGMT_KEY_HASH}", is_management_key: true, limit: null, limit_remaining: null })
  ),
  sends(
    "an ordinary key reads itself",
    get("/key", asPlain),
    current({ hash: "{PLAIN_KEY_HASH}", is_management_key: false })
  ),
  sends(
    "the other organization's management key reads itself",
    get("/key", asOther),
    current({ hash: { $not: "{MGMT_KEY_HASH}" } })
  )
]

export const getCurrentKey = about(
  "getCurrentKey",
  { success: { expect: current() } },
  general,
  rateLimit({ theirsRead: current() }),
  kinds
)
