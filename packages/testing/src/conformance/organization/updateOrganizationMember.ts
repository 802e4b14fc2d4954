import { about, asking, supplied } from "../about.js"
import { reads, record } from "../answers.js"
import { choices, words } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { asManager, body, get, json } from "../requests.js"
import type { Family, Fields } from "../Subject.js"
import { lastAdmin, memberId, membersPath, ownerKnown } from "./members.js"

const own = "{MEMBER_USER_ID}"
/** Provides a member of its own, whose role no other case reads. */
const setup = ["member-assigned"] as const
const member = (fields: Fields = {}) => record("OrganizationMember", { user_id: own, ...fields })
const success = { body: "{}", expect: member() }
const reading = { method: "PATCH", path: `${membersPath}/${own}`, headers: { ...asManager, ...json }, body: "{}" }
const newest = get(`${membersPath}?limit=1`)

const roles: Family = ({ asks, at }) => [
  asks("the list shows the role", body({ role: "admin" }), member({ role: "admin" }), {
    basis: "spec",
    setup,
    follow: [{ request: newest, expect: reads({ "data.0.user_id": own, "data.0.role": "admin" }) }]
  }),
  asks("the last admin is not demoted", { ...at("{OWNER}"), ...body({ role: "member" }) }, lastAdmin("role"), {
    basis: "decision",
    setup: ["isolate"],
    before: [ownerKnown]
  })
]

export const updateOrganizationMember = about(
  "updateOrganizationMember",
  {
    ids: memberId(own),
    success,
    shows: member,
    invalid: body({ role: "root" }),
    reading: { request: reading, except: [] }
  },
  general,
  ids,
  asking({ ...success, setup }, supplied(choices("role", '"admin"', '"member"'))),
  words("role", "admin", "member"),
  wrongTypes("role", '"member"'),
  unknownFields({ created_at: '"1970-01-01T00:00:00Z"', workspace_id: '"{WORKSPACE_ID}"' }, "role"),
  rateLimit,
  roles
)
