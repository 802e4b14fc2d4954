import { about, asking, sparing } from "../about.js"
import { ok, reads } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { listing, manyIds, userLists } from "../families/userLists.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { DELETED, OWN, THEIRS } from "./guardrail.js"
import { members, ONE_MEMBER, UNKNOWN_MEMBER } from "./removal.js"

const fresh = { ...members, user: "{FRESH_USER_ID}" }
const setup = ["member-fresh"] as const
const list = (ids: string) => ({ body: listing(members, ids) })
const assigned = (count: number) => ok({ assigned_count: count })
const membersOf = (id: string) => `/guardrails/${id}/assignments/members`
const size = (id: string, total_count: number) => ({ request: get(membersOf(id)), expect: reads({ total_count }) })

const counts: Family = ({ asks, good, request }) => [
  asks("unknown members are not counted", { body: UNKNOWN_MEMBER }, assigned(0), { basis: "derived" }),
  asks("1,000 ids", manyIds(members, 1_000), assigned(0)),
  asks("members are not assigned a second time", good, assigned(0), {
    setup,
    before: [{ request: request(good), expect: assigned(1) }]
  }),
  asks("duplicates count once", list(`["${fresh.user}","${fresh.user}"]`), assigned(1), { setup }),
  asks("unknown ids are skipped", list(`["no-such-user","${fresh.user}","no one"]`), assigned(1), { setup }),
  asks("similar ids do not match", list(`["${fresh.user} ","x${fresh.user}","%"]`), assigned(0), { setup }),
  asks(
    "a member moves from another guardrail of the workspace",
    { path: membersOf("{NEW_ID}"), body: ONE_MEMBER },
    assigned(1),
    {
      basis: "spec",
      setup: ["member-assigned"],
      before: [
        size(OWN, 1),
        {
          request: { ...request({ body: '{"name":"The other"}' }), path: "/guardrails" },
          expect: { status: 201, save: { NEW_ID: "data.id" } }
        }
      ],
      follow: [size("{NEW_ID}", 1), size(OWN, 0)]
    }
  ),
  asks(
    "concurrent requests assign the member once",
    { ...good, concurrent: 10 },
    { status: 200, tally: { "200": 10 } },
    { basis: "derived", setup: [...setup, "guardrail-fresh"], follow: [size(OWN, 1)] }
  )
]

export const assignMembers = about(
  "assignMembers",
  {
    path: { id: OWN },
    success: { body: listing(fresh, `["${fresh.user}"]`), setup, expect: assigned(1) },
    body: UNKNOWN_MEMBER,
    invalid: { body: "{}" }
  },
  sparing(general),
  uuids({
    own: OWN,
    theirs: THEIRS,
    deleted: DELETED,
    untouched: { request: get(membersOf(THEIRS), asOther), expect: reads({ total_count: 0 }) }
  }),
  sparing(badTexts({ name: "an id", body: (text) => listing(members, `[${text}]`) })),
  unknownFields({ all: "true" }),
  userLists(fresh),
  asking(
    { body: UNKNOWN_MEMBER, expect: assigned(0) },
    rateLimit({ ids: { own: OWN, theirs: THEIRS, unknownId: UNKNOWN_UUID }, theirsRead: assigned(0) })
  ),
  counts
)
