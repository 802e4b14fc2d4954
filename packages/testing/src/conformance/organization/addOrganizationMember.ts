import { about, asking, sparing, supplied } from "../about.js"
import { badRequest, newRecord, reads } from "../answers.js"
import { choices, words } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"

const member = (fields: Readonly<Record<string, unknown>> = {}) =>
  newRecord("OrganizationMember", { user_id: "{FRESH_NAME}", ...fields })
const setup = ["name-fresh"] as const
const emptyUser = '{"user_id":"","role":"member"}'
const ours = get("/organization/members?limit=1")

const joining: Family = ({ asks, by, good, refuses, request, sending }) => [
  asks("the user is listed", good, member(), {
    setup,
    follow: [{ request: ours, expect: reads({ "data.0.user_id": "{FRESH_NAME}", "data.0.role": "member" }) }]
  }),
  asks("the user is also in the default workspace", good, member(), {
    setup,
    before: [
      {
        request: get("/workspaces/default/members?limit=1"),
        expect: { status: 200, save: { TOTAL: "total_count" } }
      }
    ],
    follow: [
      {
        request: get("/workspaces/default/members?limit=1&offset={TOTAL}"),
        expect: reads({ "data.0.user_id": "{FRESH_NAME}" })
      }
    ]
  }),
  asks("without a role, a member", { body: '{"user_id":"{FRESH_NAME}"}' }, member({ role: "member" }), { setup }),
  asks("a user who is already a member, whatever the role", sending("role", '"admin"'), badRequest, {
    basis: "spec",
    setup,
    before: [{ request: request(good), expect: member() }],
    follow: [{ request: ours, expect: reads({ "data.0.user_id": "{FRESH_NAME}", "data.0.role": "member" }) }]
  }),
  asks(
    "of concurrent additions, one succeeds",
    { ...good, concurrent: 10 },
    { status: 201, tally: { "201": 1, "400": 9 } },
    { basis: "derived", setup }
  ),
  asks("each organization has its own users", good, member(), {
    setup,
    follow: [{ request: { ...request(good), ...by(asOther) }, expect: member() }]
  }),
  refuses("no user", { body: '{"role":"member"}' }, badRequest)
]

export const addOrganizationMember = about(
  "addOrganizationMember",
  {
    success: { body: '{"user_id":"{FRESH_NAME}","role":"member"}', expect: member({ role: "member" }), setup },
    shows: member,
    body: emptyUser,
    invalid: { body: emptyUser }
  },
  sparing(general),
  sparing(badTexts("user_id")),
  wrongTypes("user_id", '"x"', '"null"'),
  supplied(choices("role", '"admin"', '"member"')),
  sparing(words("role", "admin", "member"), wrongTypes("role", '"member"')),
  unknownFields({ name: '"x"', workspace_id: '"{WORKSPACE_ID}"' }, "user_id", "role"),
  asking({ body: emptyUser, expect: badRequest }, rateLimit),
  joining
)
