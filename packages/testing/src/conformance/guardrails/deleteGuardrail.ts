import { about, sparing } from "../about.js"
import { notFound, ok } from "../answers.js"
import type { CaseRequest } from "../CaseRequest.js"
import { general } from "../families/general.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { asManager, asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { DELETED } from "./guardrail.js"
import { ONE_MEMBER, removal, UNKNOWN_MEMBER } from "./removal.js"

const own = "{GUARDRAIL_ID}"
const theirs = "{OTHER_GUARDRAIL_ID}"
const deleted = ok({ deleted: true })
const again: CaseRequest = { method: "DELETE", path: `/guardrails/${own}`, headers: asManager }
const fresh = ["guardrail-fresh"] as const
const unknown = `/guardrails/${UNKNOWN_UUID}`

const deletion: Family = ({ asks, request, succeeds }) => [
  succeeds(
    "its members no longer have it",
    {},
    {
      basis: "spec",
      follow: [
        { request: again, expect: notFound },
        { request: removal(own, UNKNOWN_MEMBER), expect: notFound }
      ]
    }
  ),
  succeeds(
    "deleted with its members",
    {},
    { setup: ["member-assigned"], follow: [{ request: removal(own, ONE_MEMBER), expect: notFound }] }
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

export const deleteGuardrail = about(
  "deleteGuardrail",
  {
    path: { id: own },
    success: { expect: deleted, setup: fresh, follow: [{ request: again, expect: notFound }] }
  },
  sparing(general),
  sparing(
    uuids({
      own,
      theirs,
      deleted: DELETED,
      untouched: { request: removal(theirs, UNKNOWN_MEMBER, asOther), expect: ok({ unassigned_count: 0 }) },
      more: ["$%2Fassignments"]
    })
  ),
  deletion
)
