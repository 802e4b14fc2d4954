import { about, sparing } from "../about.js"
import { badRequest, notFound, ok, tooLarge } from "../answers.js"
import { each } from "../each.js"
import { general } from "../families/general.js"
import { UNKNOWN } from "../families/ids.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { uuids } from "../families/uuids.js"
import { repeated } from "../requests.js"
import type { Family } from "../Subject.js"
import { NOBODY, ONE_MEMBER, removal } from "./removal.js"

const own = "{GUARDRAIL_ID}"
const member = "{MEMBER_USER_ID}"
const setup = ["member-assigned"]
const list = (ids: string) => `{"member_user_ids":${ids}}`
const many = (count: number) => repeated('{"member_user_ids":[', '"u%d",', count - 1, '"z"]}')
const removed = (count: number) => ok({ unassigned_count: count })

/** Lists that are none, by the body that holds them. */
const badLists: Readonly<Record<string, string>> = {
  missing: "{}",
  empty: list("[]"),
  null: list("null"),
  "a text": list(`"${member}"`),
  "a number": list("1"),
  "an object": list('{"0":"u1","length":1}'),
  "null inside": list("[null]"),
  "an empty id inside": list('[""]'),
  "an empty id among good ones": list(`["${member}",""]`),
  "a number inside": list(`["${member}",1]`),
  "a boolean inside": list("[true]"),
  "an object inside": list(`[{"id":"${member}"}]`),
  nested: list('[["u1"]]'),
  "given twice": `{"member_user_ids":["nobody"],"member_user_ids":["${member}"]}`,
  "without a name": `["${member}"]`,
  misspelt: '{"member_ids":["u1"]}',
  "in camel case": `{"memberUserIds":["${member}"]}`,
  "below __proto__": `{"__proto__":${ONE_MEMBER}}`,
  truncated: `{"member_user_ids":["${member}"`,
  "a trailing comma": list(`["${member}",]`),
  "in an empty document": ""
}

/** Ids that are somebody else's, however close they come. */
const otherIds: Readonly<Record<string, string>> = {
  SQL: `["x') OR ('1'='1"]`,
  "with a trailing space": `["${member} "]`,
  "a longer one": `["x${member}"]`,
  "LIKE wildcards": '["%","_"]',
  "a list inside a text": `["[\\"${member}\\"]"]`
}

const lists: Family = ({ refuses, spares }) => [
  ...each(badLists, (name, body) => spares(`list: ${name}`, { body }, badRequest)),
  refuses("list: 1,001 ids", many(1_001), badRequest),
  refuses("list: 40,000 ids", many(40_001), tooLarge, {
    why: "SQLite allows 32,766 bound variables: unbounded IN (...) becomes a 500"
  }),
  spares(
    "list: an issue names the place and not the value",
    { body: list('["a","canary-91\\n"]') },
    {
      ...badRequest,
      json: { "error.metadata.issues.0.path": { $min: 1, $includes: "member_user_ids" } },
      absent: ["canary"]
    }
  )
]

const counts: Family = ({ asks, named, refuses, request, spares }) => {
  const once = { request: request(), expect: removed(1) }
  return [
    asks("unknown members count zero", { body: NOBODY }, removed(0), { basis: "derived" }),
    asks("1,000 ids", many(1_000), removed(0)),
    asks("gone the second time", {}, removed(0), { setup, before: [once] }),
    asks("duplicates count once", { body: list(`["${member}","${member}"]`) }, removed(1), { setup }),
    asks("unknown ids are skipped", { body: list(`["nobody","${member}","no one"]`) }, removed(1), {
      setup
    }),
    ...each(otherIds, (name, ids) => spares(`another id: ${name}`, { body: list(ids) }, removed(0))),
    asks(
      "removed by many at once, counted once",
      { concurrent: 10 },
      { status: 200, tally: { "200": 10 } },
      { basis: "derived", setup, follow: [{ request: request(), expect: removed(0) }] }
    ),
    refuses(
      "another organization's with an unknown member",
      removal("{OTHER_GUARDRAIL_ID}", NOBODY),
      { ...notFound, sameAs: named(UNKNOWN) },
      { basis: "derived" }
    )
  ]
}

export const unassignMembers = about(
  "bulkUnassignMembersFromGuardrail",
  {
    path: { id: own },
    success: { body: ONE_MEMBER, setup, expect: removed(1) },
    invalid: { body: "{}" }
  },
  general,
  uuids({
    own,
    theirs: "{OTHER_GUARDRAIL_ID}",
    deleted: { id: "{DELETED_GUARDRAIL_ID}", setup: "guardrail-deleted" },
    malformed: badRequest
  }),
  sparing(badTexts({ name: "an id", body: (text) => list(`[${text}]`) })),
  unknownFields({ all: "true" }),
  lists,
  counts
)
