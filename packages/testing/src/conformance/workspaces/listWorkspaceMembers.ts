import { about } from "../about.js"
import { badRequest, forbidden, notFound, reads } from "../answers.js"
import { each } from "../each.js"
import { ORDINARY } from "../families/credentials.js"
import { general } from "../families/general.js"
import { UNKNOWN, UNKNOWN_INVALID } from "../families/ids.js"
import { page, paging } from "../families/paging.js"
import { uuids } from "../families/uuids.js"
import { asOther, asPlain, get } from "../requests.js"
import type { Family } from "../Subject.js"

const own = "{WORKSPACE_ID}"
const theirs = "{OTHER_WORKSPACE_ID}"
const members = page("WorkspaceMember", "created_at", "id")
const path = (workspace: string) => `/workspaces/${workspace}/members`

/** What is no slug, however close it comes to one. */
const badSlugs = {
  "in capitals": "DEFAULT",
  "with a space": "default%20",
  "with a NUL": "default%00",
  "a leading hyphen": "-default",
  "a double hyphen": "de--fault",
  "no character at all": ""
}

const slugs: Family = ({ asks, named, refuses }) => {
  const likeUnknown = { ...notFound, sameAs: named(UNKNOWN) }
  const likeInvalid = { ...badRequest, sameAs: named(UNKNOWN_INVALID) }
  const likeForbidden = { ...forbidden, sameAs: named(ORDINARY) }
  return [
    asks("by the slug default", { path: path("default") }, members(50)),
    refuses("unknown slug", { path: path("nope") }, likeUnknown, { basis: "spec" }),
    refuses("another organization's slug", { path: path("{OTHER_WORKSPACE_SLUG}") }, likeUnknown, { basis: "derived" }),
    refuses("unknown slug with invalid input", { path: `${path("nope")}?limit=0` }, likeInvalid),
    refuses("an ordinary key names an unknown slug", { path: path("nope"), headers: asPlain }, likeForbidden),
    ...each(badSlugs, (name, slug) => refuses(`slug: ${name}`, { path: path(slug) }, { ...notFound, alt: [400] }))
  ]
}

const workspaces: Family = ({ asks, sends }) => [
  asks(
    "rows carry the UUID of the workspace",
    {},
    reads({ data: { $each: { $shape: "WorkspaceMember", $with: { workspace_id: own } } } })
  ),
  sends("the other organization's manager reads its own", get(path(theirs), asOther), members(50), {
    basis: "derived"
  })
]

export const listWorkspaceMembers = about(
  "listWorkspaceMembers",
  { path: { id: own }, success: { expect: members(50) }, invalid: { query: "?limit=0" } },
  general,
  uuids({ own, theirs }),
  slugs,
  paging(members),
  workspaces
)
