import { about, sparing } from "../about.js"
import { notFound, ok, reads } from "../answers.js"
import type { CaseRequest } from "../CaseRequest.js"
import { general } from "../families/general.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { uuids } from "../families/uuids.js"
import { asManager, asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"

const own = "{FRESH_BYOK_ID}"
const theirs = "{OTHER_BYOK_ID}"
const deleted = ok({ deleted: true })
const fresh = ["byok-fresh"] as const
const again: CaseRequest = { method: "DELETE", path: `/byok/${own}`, headers: asManager }
const unknown = "/byok/7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"

const deletion: Family = ({ asks, request, succeeds }) => [
  succeeds(
    "it cannot be read afterwards",
    {},
    { basis: "spec", follow: [{ request: get(`/byok/${own}`), expect: notFound }] }
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
    follow: [{ request: get("/presets"), expect: { status: 200 } }]
  })
]

export const deleteByokCredential = about(
  "deleteByokCredential",
  { path: { id: own }, success: { expect: deleted, setup: fresh, follow: [{ request: again, expect: notFound }] } },
  sparing(general),
  sparing(
    uuids({
      own,
      theirs,
      untouched: { request: get(`/byok/${theirs}`, asOther), expect: reads({ "data.id": theirs }) }
    })
  ),
  deletion
)
