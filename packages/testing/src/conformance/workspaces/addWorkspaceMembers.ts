import { about, asking, sparing } from "../about.js"
import { ok, reads } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { listing, manyIds, type UserList, userLists } from "../families/userLists.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { slugs } from "./slugs.js"

const own = "{WORKSPACE_ID}"
const theirs = "{OTHER_WORKSPACE_ID}"
const users: UserList = { name: "user_ids", user: "{FRESH_USER_ID}", most: 100 }
const setup = ["member-fresh", "workspace-fresh"] as const
const unknownUser = listing(users, '["no-such-user"]')
const none = ok({ added_count: 0, data: [] })
const list = (ids: string) => ({ body: listing(users, ids) })

const member = { workspace_id: own, user_id: users.user, role: "member" }
const one = ok({ added_count: 1, data: { $min: 1, $max: 1, $each: { $shape: "WorkspaceMember", $with: member } } })

const counts: Family = ({ asks, good, path, request }) => [
  asks("unknown users are not counted", { body: unknownUser }, none, { basis: "derived" }),
  asks("100 ids", manyIds(users, 100), none),
  asks("users are not added a second time", good, none, { setup, before: [{ request: request(good), expect: one }] }),
  asks("duplicates count once", list(`["${users.user}","${users.user}"]`), one, { setup }),
  asks("unknown ids are skipped", list(`["no-such-user","${users.user}","no one"]`), one, { setup }),
  asks("similar ids do not match", list(`["${users.user} ","x${users.user}","%"]`), none, { setup }),
  asks("every user is already in the default workspace", { ...good, path: path.replace(own, "default") }, none, {
    setup
  }),
  asks(
    "concurrent requests add the user once",
    { ...good, concurrent: 10 },
    { status: 200, tally: { "200": 10 } },
    { basis: "derived", setup, follow: [{ request: request(good), expect: none }] }
  )
]

export const addWorkspaceMembers = about(
  "addWorkspaceMembers",
  {
    path: { id: own },
    success: { body: listing(users, `["${users.user}"]`), setup, expect: one },
    body: unknownUser,
    invalid: { body: "{}" }
  },
  sparing(general),
  uuids({
    own,
    theirs,
    untouched: { request: get(`/workspaces/${theirs}/members`, asOther), expect: reads({ total_count: 0 }) }
  }),
  slugs({ path: (workspace) => `/workspaces/${workspace}/members/add`, found: none }),
  sparing(badTexts({ name: "an id", body: (text) => listing(users, `[${text}]`) })),
  unknownFields({ role: '"admin"', member_user_ids: '["ada"]' }),
  userLists(users),
  asking(
    { body: unknownUser, expect: none },
    rateLimit({ ids: { own, theirs, unknownId: UNKNOWN_UUID }, theirsRead: none })
  ),
  counts
)
