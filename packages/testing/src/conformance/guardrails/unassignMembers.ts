import { about, asking, sparing } from "../about.js"
import { badRequest, notFound, ok } from "../answers.js"
import { each } from "../each.js"
import { general } from "../families/general.js"
import { UNKNOWN } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { listing, manyIds, userLists } from "../families/userLists.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import type { Family } from "../Subject.js"
import { DELETED } from "./guardrail.js"
import { members, ONE_MEMBER, removal, UNKNOWN_MEMBER } from "./removal.js"

const own = "{GUARDRAIL_ID}"
const member = members.user
const setup = ["member-assigned"] as const
const list = (ids: string) => listing(members, ids)
const removed = (count: number) => ok({ unassigned_count: count })

/** Ids similar to the member's that must not match it. */
const otherIds: Readonly<Record<string, string>> = {
  SQL: `["x') OR ('1'='1"]`,
  "with a trailing space": `["${member} "]`,
  "a longer one": `["x${member}"]`,
  "LIKE wildcards": '["%","_"]',
  "a list inside a text": `["[\\"${member}\\"]"]`
}

const counts: Family = ({ asks, named, refuses, request, spares }) => {
  const once = { request: request(), expect: removed(1) }
  return [
    asks("unknown members are not counted", { body: UNKNOWN_MEMBER }, removed(0), { basis: "derived" }),
    asks("1,000 ids", manyIds(members, 1_000), removed(0)),
    asks("members are not removed a second time", {}, removed(0), { setup, before: [once] }),
    asks("duplicates count once", { body: list(`["${member}","${member}"]`) }, removed(1), { setup }),
    asks("unknown ids are skipped", { body: list(`["no-such-user","${member}","no one"]`) }, removed(1), {
      setup
    }),
    ...each(otherIds, (name, ids) => spares(`similar id: ${name}`, { body: list(ids) }, removed(0))),
    asks(
      "concurrent requests remove the member once",
      { concurrent: 10 },
      { status: 200, tally: { "200": 10 } },
      { basis: "derived", setup, follow: [{ request: request(), expect: removed(0) }] }
    ),
    refuses(
      "another organization's id with an unknown member",
      removal("{OTHER_GUARDRAIL_ID}", UNKNOWN_MEMBER),
      { ...notFound, sameAs: named(UNKNOWN) },
      { basis: "derived" }
    )
  ]
}

export const unassignMembers = about(
  "unassignMembers",
  {
    path: { id: own },
    success: { body: ONE_MEMBER, setup, expect: removed(1) },
    invalid: { body: "{}" }
  },
  general,
  uuids({
    own,
    theirs: "{OTHER_GUARDRAIL_ID}",
    deleted: DELETED,
    malformed: badRequest
  }),
  sparing(badTexts({ name: "an id", body: (text) => list(`[${text}]`) })),
  unknownFields({ all: "true" }),
  userLists(members),
  asking(
    { body: UNKNOWN_MEMBER, expect: removed(0) },
    rateLimit({ ids: { own, theirs: "{OTHER_GUARDRAIL_ID}", unknownId: UNKNOWN_UUID }, theirsRead: removed(0) })
  ),
  counts
)
