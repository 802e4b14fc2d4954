import { badRequest } from "../answers.js"
import { asManager, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { patch, updatedKey } from "./apiKey.js"

const key = "{THEIR_HASH}"
const newKey = post("/keys", JSON.stringify({ name: "Theirs", creator_user_id: "{FRESH_USER_ID}" }))

const removal = { method: "DELETE", path: "/organization/members/{FRESH_USER_ID}", headers: asManager }

/** The refusal of a change of a key whose user has left; the issue names this field. */
const creatorLeft = (field: string) => ({
  ...badRequest,
  json: { "error.metadata.reason": "creator_left", "error.metadata.issues.0.path": [field] }
})

const departed = {
  basis: "spec",
  setup: ["member-fresh"],
  before: [
    { request: newKey, expect: { status: 201, save: { THEIR_HASH: "data.hash" } } },
    { request: removal, expect: { status: 200 } }
  ]
} as const

export const enabledOfDeparted: Family = ({ sends }) => [
  sends("a key of a user who has left is not enabled", patch(key, '{"disabled":false}'), creatorLeft("disabled"), {
    ...departed,
    follow: [{ request: patch(key, "{}"), expect: updatedKey({ disabled: true }) }]
  }),
  sends(
    "a key of a user who has left may be disabled again",
    patch(key, '{"disabled":true}'),
    updatedKey({ disabled: true }),
    departed
  )
]

export const rotatedOfDeparted: Family = ({ sends }) => [
  sends("a key of a user who has left is not rotated", post(`/keys/${key}/rotate`, "{}"), creatorLeft("hash"), departed)
]
