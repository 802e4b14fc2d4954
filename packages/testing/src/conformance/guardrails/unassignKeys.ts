import { about, asking, sparing } from "../about.js"
import { ok } from "../answers.js"
import { general } from "../families/general.js"
import { UNKNOWN_HASH } from "../families/hashes.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { listing, manyIds, userLists } from "../families/userLists.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import type { Family } from "../Subject.js"
import { DELETED, OWN, THEIRS } from "./guardrail.js"
import { assignedKeys, keyList, UNKNOWN_KEY } from "./keyLists.js"

const key = assignedKeys.user
const setup = ["key-assigned"] as const
const removed = (count: number) => ok({ unassigned_count: count })

const counts: Family = ({ asks, good, request, spares }) => {
  const once = { request: request(good), expect: removed(1) }
  return [
    asks("unknown keys are not counted", { body: UNKNOWN_KEY }, removed(0), { basis: "derived" }),
    asks("1,000 hashes", manyIds(assignedKeys, 1_000), removed(0)),
    asks("keys are not removed a second time", good, removed(0), { setup, before: [once] }),
    asks("duplicates count once", keyList(key, key), removed(1), { setup }),
    asks("unknown keys are skipped", keyList(UNKNOWN_HASH, key), removed(1), { setup }),
    spares(
      "management keys and keys of another organization",
      keyList("{MGMT_KEY_HASH}", "{OTHER_KEY_HASH}"),
      removed(0)
    ),
    asks(
      "concurrent requests remove the key once",
      { ...good, concurrent: 10 },
      { status: 200, tally: { "200": 10 } },
      { basis: "derived", setup, follow: [{ request: request(good), expect: removed(0) }] }
    )
  ]
}

export const unassignKeys = about(
  "unassignKeys",
  {
    path: { id: OWN },
    success: { ...keyList(key), setup, expect: removed(1) },
    body: UNKNOWN_KEY,
    invalid: { body: "{}" }
  },
  sparing(general),
  uuids({ own: OWN, theirs: THEIRS, deleted: DELETED }),
  sparing(badTexts({ name: "a hash", body: (text) => listing(assignedKeys, `[${text}]`) })),
  unknownFields({ all: "true" }),
  userLists(assignedKeys),
  asking(
    { body: UNKNOWN_KEY, expect: removed(0) },
    rateLimit({ ids: { own: OWN, theirs: THEIRS, unknownId: UNKNOWN_UUID }, theirsRead: removed(0) })
  ),
  counts
)
