import type { Identified } from "../Change.js"
import { reads, record } from "../Expectation.js"
import { choices, words } from "../families/choices.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import { body } from "../Sent.js"
import { about, type Family, supplied } from "../Subject.js"
import { lastAdmin, MEMBERS, memberId } from "./members.js"

const roles: Family = ({ testIdle, test }) => [
  test("the list shows the role", async ({ api, ask, own, shows }) => {
    await ask(body({ role: "admin" }), shows({ role: "admin" }))
    await api.get(`${MEMBERS}?limit=1`, reads({ "data.0.user_id": own, "data.0.role": "admin" }))
  }),
  testIdle("the last admin is not demoted", async ({ run }) => {
    const { api, made } = await run.isolated()
    const { owner } = await made.defaultWorkspace()
    await api.patch(`${MEMBERS}/${owner}`, { role: "member" }, lastAdmin("role"))
  })
]

export const updateOrganizationMember = about<Identified>(
  "updateOrganizationMember",
  {
    ids: memberId,
    given: ({ account }) => ({ own: account.MEMBER_USER_ID }),
    // A member whose role no other case reads.
    fresh: async ({ made }) => ({ own: await made.member() }),
    body: () => "{}",
    expect: ({ own }) => record({ user_id: own }),
    shows: (fields, { own }) => record({ user_id: own, ...fields }),
    invalid: { body: '{"role":"root"}' },
    // A change of nothing reads the member.
    reading: ({ at, by, operation, own, run }) => ({
      sent: { method: operation.method, ...at(own), ...by(run.manager), body: "{}" }
    })
  },
  general,
  ids,
  supplied(choices("role", '"admin"', '"member"')),
  words("role", "admin", "member"),
  wrongTypes("role", '"member"'),
  unknownFields({ created_at: '"1970-01-01T00:00:00Z"', workspace_id: JSON.stringify(UNKNOWN_UUID) }, "role"),
  rateLimit,
  roles
)
