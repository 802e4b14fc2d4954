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
    fields: ["name", "disabled", "limit", "limit_reset", "include_byok_in_limit"],
    unknown: { limt: "5", Limit: "1", "limit ": "1", include_byok: '"x"' },
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
