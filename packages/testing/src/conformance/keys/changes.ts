import { badRequest, reads } from "../answers.js"
import { body, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { updatedKey } from "./apiKey.js"
import { externalIdTaken, ONE_NAMED } from "./details.js"

const own = "{KEY_HASH}"
const FUTURE = "2031-01-01T00:00:00.000Z"
const unlimited = { limit: null, limit_remaining: null }
const set = { name: "All", disabled: false, limit: 10.5, limit_reset: "weekly", include_byok_in_limit: true }
const cleared = { limit: null, limit_reset: null, include_byok_in_limit: false }

const details = (metadata: object, external_id: string | null) => ({
  request: get(`/keys/${own}`),
  expect: reads({ "data.metadata": metadata, "data.external_id": external_id })
})

/** The effect of changes, alone and combined. */
export const changes: Family = ({ asks, keeps, reading, refuses, request }) => {
  const renamed = body({ name: "Twice", limit: 3 })
  return [
    keeps(
      "a new name, and the whole record",
      body({ name: "Renamed" }),
      updatedKey({ hash: own, name: "Renamed" }),
      reads({ "data.name": "Renamed" })
    ),
    asks("disabled and enabled again", body({ disabled: true }), updatedKey({ disabled: true }), {
      basis: "spec",
      follow: [{ request: request(body({ disabled: false })), expect: updatedKey({ disabled: false }) }]
    }),
    asks("every field at once", body(set), updatedKey({ ...set, limit_remaining: { $type: "number" } }), {
      basis: "spec",
      follow: [{ request: request(body(cleared)), expect: updatedKey({ ...cleared, ...unlimited, name: set.name }) }]
    }),
    keeps("limit: null has no remainder", body({ limit: null }), updatedKey(unlimited), updatedKey(unlimited)),
    asks(
      "metadata and an external id, which null removes",
      body({ metadata: { team: "docs" }, external_id: "{FRESH_NAME}" }),
      updatedKey({ hash: own }),
      {
        basis: "spec",
        setup: ["name-fresh"],
        follow: [
          details({ team: "docs" }, "{FRESH_NAME}"),
          { request: request(body({ metadata: { other: "" } })), expect: updatedKey() },
          details({ other: "" }, "{FRESH_NAME}"),
          { request: request(body({ metadata: null, external_id: null })), expect: updatedKey() },
          details({}, null)
        ]
      }
    ),
    asks("an external id that another key has", body({ external_id: "{FRESH_NAME}" }), externalIdTaken, {
      basis: "spec",
      setup: ["name-fresh"],
      before: [ONE_NAMED],
      ...(reading && { unchanged: [reading] })
    }),
    asks("an expiration time, which null removes", body({ expires_at: FUTURE }), updatedKey({ expires_at: FUTURE }), {
      basis: "spec",
      follow: [{ request: request(body({ expires_at: null })), expect: updatedKey({ expires_at: null }) }]
    }),
    refuses("an expiration time in the past", body({ expires_at: "2020-01-01T00:00:00Z" }), {
      ...badRequest,
      json: { "error.metadata.reason": "expiry_in_the_past", "error.metadata.issues.0.path": ["expires_at"] }
    }),
    asks("the same change twice gives the same record", renamed, updatedKey({ name: "Twice", limit: 3 }), {
      basis: "derived",
      before: [{ request: request(renamed), expect: { status: 200 } }],
      ...(reading && { unchanged: [reading] })
    })
  ]
}
