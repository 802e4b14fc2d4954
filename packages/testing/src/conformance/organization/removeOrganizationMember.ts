import { invalidCredential, ok, reads } from "../answers.js"
import { deletions } from "../deletions.js"
import { bearer, get, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { lastAdmin, memberId, membersPath, ownerKnown } from "./members.js"

const own = "{MEMBER_USER_ID}"
const removed = (disabled_keys: number) => ok({ deleted: true, disabled_keys })
const newKey = post("/keys", `{"name":"Theirs","creator_user_id":"${own}"}`)
const used = get("/key", bearer("{THEIR_KEY}"))

const leaving: Family = ({ asks, at }) => [
  asks("the keys of the user are disabled", {}, removed(1), {
    basis: "spec",
    setup: ["member-assigned"],
    before: [
      { request: newKey, expect: { status: 201, save: { THEIR_KEY: "key", THEIR_HASH: "data.hash" } } },
      { request: used, expect: { status: 200 } }
    ],
    follow: [
      { request: used, expect: invalidCredential },
      { request: get("/keys/{THEIR_HASH}"), expect: reads({ "data.disabled": true, "data.creator_user_id": own }) }
    ]
  }),
  asks("the user is in no workspace any more", {}, removed(0), {
    basis: "spec",
    setup: ["member-assigned"],
    before: [
      {
        request: get("/workspaces/default/members?limit=1"),
        expect: { status: 200, save: { TOTAL: "total_count" } }
      }
    ],
    follow: [
      {
        request: get("/workspaces/default/members?limit=1&offset={TOTAL}"),
        expect: reads({ "data.0.user_id": { $not: own } })
      }
    ]
  }),
  asks("the last admin is not removed", at("{OWNER}"), lastAdmin("user_id"), {
    basis: "decision",
    setup: ["isolate"],
    before: [ownerKnown],
    follow: [{ request: get(`${membersPath}?limit=1`), expect: { status: 200 } }]
  })
]

export const removeOrganizationMember = deletions(
  "removeOrganizationMember",
  { ids: memberId(own), setup: ["member-assigned"], answer: removed(0) },
  leaving
)
