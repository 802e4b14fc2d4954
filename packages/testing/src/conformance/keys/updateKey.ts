import { about } from "../about.js"
import { reads } from "../answers.js"
import { amounts } from "../families/amounts.js"
import { choices, words } from "../families/choices.js"
import { type Field, namedByIssue, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { hashes, UNKNOWN_HASH } from "../families/hashes.js"
import { rateLimit } from "../families/rateLimit.js"
import { texts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { asOther } from "../requests.js"
import { apiKey, NEVER, patch } from "./apiKey.js"
import { bodies } from "./bodies.js"
import { changes } from "./changes.js"
import { lastManagementKey } from "./lastManagementKey.js"
import { otherKeys } from "./otherKeys.js"

const own = "{KEY_HASH}"
const theirs = "{OTHER_KEY_HASH}"
const field = (name: string): Field => ({ name })
const shows = (name: string) => (value: unknown) => apiKey({ [name]: value })

const readOnly = {
  hash: '"x"',
  label: '"x"',
  limit_remaining: "1000000",
  usage: "0",
  usage_daily: "0",
  usage_monthly: "-5",
  byok_usage: "0",
  byok_usage_weekly: "0",
  creator_user_id: '"root"',
  workspace_id: '"{OTHER_WORKSPACE_ID}"',
  created_at: '"1970-01-01T00:00:00Z"',
  updated_at: '"1970-01-01T00:00:00Z"',
  expires_at: "null"
}

const misspelt = { limt: "5", Limit: "1", "limit ": "1", include_byok: '"x"' }

export const updateKey = about(
  "updateKey",
  {
    path: { hash: own },
    success: { body: "{}", expect: apiKey({ hash: own }) },
    body: JSON.stringify({ name: NEVER }),
    invalid: { body: '{"limit":-1}' },
    reading: { request: patch(own, "{}"), except: ["data.updated_at"] }
  },
  general,
  hashes({
    own,
    theirs,
    untouched: { request: patch(theirs, "{}", asOther), expect: reads({ "data.name": { $not: NEVER } }) }
  }),
  texts(field("name"), shows("name")),
  wrongTypes(field("name"), '"x"', '"null"'),
  choices(field("disabled"), shows("disabled"), "true", "false"),
  wrongTypes(field("disabled"), "true", "false"),
  choices(field("include_byok_in_limit"), shows("include_byok_in_limit"), "true", "false"),
  wrongTypes(field("include_byok_in_limit"), "false", "true"),
  choices(field("limit_reset"), shows("limit_reset"), '"daily"', '"weekly"', '"monthly"', "null"),
  words(field("limit_reset"), "daily", "weekly", "monthly"),
  wrongTypes(field("limit_reset"), '"daily"', "null"),
  amounts(field("limit"), (limit) => apiKey({ limit, limit_remaining: { $type: "number" } })),
  namedByIssue(field("limit")),
  unknownFields({ ...readOnly, ...misspelt }),
  rateLimit({ ids: { own, theirs, unknownId: UNKNOWN_HASH }, theirsRead: apiKey({ hash: theirs }) }),
  bodies,
  changes,
  otherKeys,
  lastManagementKey
)
