import { about, asking, sparing } from "../about.js"
import { ok } from "../answers.js"
import { general } from "../families/general.js"
import { UNKNOWN_HASH } from "../families/hashes.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { listing, manyIds, userLists } from "../families/userLists.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { post } from "../requests.js"
import type { Family } from "../Subject.js"
import { DELETED, OWN, THEIRS } from "./guardrail.js"
import { assignedKeys, freshKeys, keyList, UNKNOWN_KEY } from "./keyLists.js"

const key = freshKeys.user
const setup = ["key-fresh"] as const
const assigned = (count: number) => ok({ assigned_count: count })
const keysOf = (id: string) => `/guardrails/${id}/assignments/keys`

const counts: Family = ({ asks, good, request }) => {
  const inWorkspace = post("/keys", '{"name":"Elsewhere","workspace_id":"{WORKSPACE_ID}"}')
  return [
    asks("unknown keys are not counted", { body: UNKNOWN_KEY }, assigned(0), { basis: "spec" }),
    asks("1,000 hashes", manyIds(freshKeys, 1_000), assigned(0)),
    asks("keys are not assigned a second time", good, assigned(0), {
      setup,
      before: [{ request: request(good), expect: assigned(1) }]
    }),
    asks("duplicates count once", keyList(key, key), assigned(1), { setup }),
    asks("unknown keys are skipped", keyList(UNKNOWN_HASH, key), assigned(1), { setup }),
    asks("management keys are skipped", keyList("{MGMT_KEY_HASH}", key), assigned(1), { basis: "spec", setup }),
    asks("keys of another organization are skipped", keyList("{OTHER_KEY_HASH}", key), assigned(1), { setup }),
    asks("keys of another workspace are skipped", keyList("{NEW_HASH}", key), assigned(1), {
      basis: "spec",
      setup: [...setup, "workspace-fresh"],
      before: [{ request: inWorkspace, expect: { status: 201, save: { NEW_HASH: "data.hash" } } }]
    }),
    asks(
      "a key moves from another guardrail of the workspace",
      { path: keysOf("{NEW_ID}"), body: listing(assignedKeys, `["${assignedKeys.user}"]`) },
      assigned(1),
      {
        basis: "spec",
        setup: ["key-assigned"],
        before: [
          {
            request: post("/guardrails", '{"name":"The other"}'),
            expect: { status: 201, save: { NEW_ID: "data.id" } }
          }
        ],
        follow: [
          {
            request: post(keysOf(OWN), listing(assignedKeys, `["${assignedKeys.user}"]`)),
            expect: assigned(1)
          }
        ]
      }
    ),
    asks(
      "concurrent requests assign the key once",
      { ...good, concurrent: 10 },
      { status: 200, tally: { "200": 10 } },
      {
        basis: "derived",
        setup: [...setup, "guardrail-fresh"],
        follow: [{ request: request(good), expect: assigned(0) }]
      }
    )
  ]
}

export const assignKeys = about(
  "assignKeys",
  {
    path: { id: OWN },
    success: { ...keyList(key), setup, expect: assigned(1) },
    body: UNKNOWN_KEY,
    invalid: { body: "{}" }
  },
  sparing(general),
  uuids({ own: OWN, theirs: THEIRS, deleted: DELETED }),
  sparing(badTexts({ name: "a hash", body: (text) => listing(freshKeys, `[${text}]`) })),
  unknownFields({ all: "true" }),
  userLists(freshKeys),
  asking(
    { body: UNKNOWN_KEY, expect: assigned(0) },
    rateLimit({ ids: { own: OWN, theirs: THEIRS, unknownId: UNKNOWN_UUID }, theirsRead: assigned(0) })
  ),
  counts
)
