import { amounts } from "../families/amounts.js"
import { flag, interval } from "../families/choices.js"
import { text } from "../families/texts.js"
import { hash } from "../Ids.js"
import { patches } from "../patches.js"
import { apiKey, patch } from "./apiKey.js"
import { bodies } from "./bodies.js"
import { changes } from "./changes.js"
import { lastManagementKey } from "./lastManagementKey.js"
import { otherKeys } from "./otherKeys.js"

const own = "{KEY_HASH}"

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

export const updateKey = patches(
  "updateKey",
  {
    ids: hash(own, "{OTHER_KEY_HASH}"),
    shape: "ApiKey",
    shows: (fields) =>
      apiKey({
        hash: own,
        ...fields,
        ...(typeof fields["limit"] === "number" && { limit_remaining: { $type: "number" } })
      }),
    invalid: { disabled: true, limit: -1 },
    readOnly: { ...readOnly, ...misspelt },
    reading: { request: patch(own, "{}"), except: ["data.updated_at"] }
  },
  text("name"),
  flag("disabled"),
  flag("include_byok_in_limit"),
  interval("limit_reset"),
  amounts("limit"),
  bodies,
  changes,
  otherKeys,
  lastManagementKey
)
