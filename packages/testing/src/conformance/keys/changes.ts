import { reads } from "../answers.js"
import { body } from "../requests.js"
import type { Family } from "../Subject.js"
import { apiKey } from "./apiKey.js"

const own = "{KEY_HASH}"
const unlimited = { limit: null, limit_remaining: null }
const set = { name: "All", disabled: false, limit: 10.5, limit_reset: "weekly", include_byok_in_limit: true }
const cleared = { limit: null, limit_reset: null, include_byok_in_limit: false }

/** The effect of changes, alone and combined. */
export const changes: Family = ({ asks, keeps, reading, request }) => {
  const renamed = body({ name: "Twice", limit: 3 })
  return [
    keeps(
      "a new name, and the whole record",
      body({ name: "Renamed" }),
      apiKey({ hash: own, name: "Renamed" }),
      reads({ "data.name": "Renamed" })
    ),
    asks("disabled and enabled again", body({ disabled: true }), apiKey({ disabled: true }), {
      basis: "spec",
      follow: [{ request: request(body({ disabled: false })), expect: apiKey({ disabled: false }) }]
    }),
    asks("every field at once", body(set), apiKey({ ...set, limit_remaining: { $type: "number" } }), {
      basis: "spec",
      follow: [{ request: request(body(cleared)), expect: apiKey({ ...cleared, ...unlimited, name: set.name }) }]
    }),
    keeps("limit: null has no remainder", body({ limit: null }), apiKey(unlimited), apiKey(unlimited)),
    asks("the same change twice gives the same record", renamed, apiKey({ name: "Twice", limit: 3 }), {
      basis: "derived",
      before: [{ request: request(renamed), expect: { status: 200 } }],
      ...(reading && { unchanged: [reading] })
    })
  ]
}
