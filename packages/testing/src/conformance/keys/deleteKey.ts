import { about, sparing } from "../about.js"
import { invalidCredential, notFound, ok } from "../answers.js"
import type { CaseRequest } from "../CaseRequest.js"
import { general } from "../families/general.js"
import { hashes, UNKNOWN_HASH } from "../families/hashes.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { asManager, bearer, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { lastKeyNamed, ONE_EXPIRING } from "./lastKey.js"

const own = "{FRESH_KEY_HASH}"
const deleted = ok({ deleted: true })
const fresh = ["key-fresh"] as const
const again: CaseRequest = { method: "DELETE", path: `/keys/${own}`, headers: asManager }
const unknown = `/keys/${UNKNOWN_HASH}`
const gone = { request: get(`/keys/${own}`), expect: notFound }

const deletion: Family = ({ asks, request, sends, succeeds }) => [
  succeeds(
    "its secret is refused afterwards",
    {},
    {
      basis: "spec",
      before: [{ request: get("/key", bearer("{FRESH_KEY}")), expect: { status: 200 } }],
      follow: [{ request: get("/key", bearer("{FRESH_KEY}")), expect: invalidCredential }, gone]
    }
  ),
  asks(
    "of concurrent deletions, one succeeds",
    { concurrent: 10 },
    { ...deleted, tally: { "200": 1, "404": 9 } },
    { basis: "derived", setup: fresh }
  ),
  asks("rate limit: an unknown id counts", { path: unknown }, limited, {
    setup: [`rate-limit:${LIMIT}`],
    before: [{ request: { ...request({ path: unknown }), repeat: LIMIT }, expect: notFound }],
    follow: [{ request: get("/key"), expect: { status: 200 } }]
  }),
  sends(
    "the last management key cannot be deleted",
    { method: "DELETE", path: "/keys/{MGMT_KEY_HASH}", headers: asManager },
    lastKeyNamed("hash"),
    { basis: "spec", setup: ["isolate"], follow: [{ request: get("/key"), expect: { status: 200 } }] }
  ),
  sends(
    "the last management key without an expiry cannot be deleted",
    { method: "DELETE", path: "/keys/{MGMT_KEY_HASH}", headers: asManager },
    lastKeyNamed("hash"),
    {
      basis: "spec",
      setup: ["isolate"],
      before: [ONE_EXPIRING],
      follow: [{ request: get("/key"), expect: { status: 200 } }]
    }
  )
]

export const deleteKey = about(
  "deleteKey",
  { path: { hash: own }, success: { expect: deleted, setup: fresh, follow: [{ request: again, expect: notFound }] } },
  sparing(general),
  sparing(hashes({ own, theirs: "{OTHER_KEY_HASH}" })),
  deletion
)
