import { about } from "../about.js"
import { badRequest, reads, record } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID, uuids } from "../families/uuids.js"
import { asOther, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { DELETED, OWN, THEIRS, terms } from "./guardrail.js"

const NEVER = "should not stay"
const guardrail = (fields: Readonly<Record<string, unknown>> = {}) => record("Guardrail", { id: OWN, ...fields })
const body = (fields: Readonly<Record<string, unknown>>) => ({ body: JSON.stringify(fields) })
const budget = { limit_usd: 5, reset_interval: "weekly" }
const readOnly = { workspace_id: '"{WORKSPACE_ID}"', created_at: '"1970-01-01T00:00:00Z"', updated_at: "null" }

const changes: Family = ({ asks, keeps, refuses, request }) => {
  const set = { request: request(body(budget)), expect: guardrail(budget) }
  return [
    keeps("a budget, and the whole record", body(budget), guardrail(budget), guardrail(budget)),
    keeps(
      "null clears the budget with its interval",
      body({ limit_usd: null, reset_interval: null }),
      guardrail({ limit_usd: null, reset_interval: null }),
      guardrail({ limit_usd: null, reset_interval: null })
    ),
    asks("absent fields stay unchanged", body({ name: "Renamed" }), guardrail({ ...budget, name: "Renamed" }), {
      before: [set]
    }),
    refuses("no budget without an interval", body({ reset_interval: null }), badRequest, {
      before: [set],
      follow: [{ request: get(`/guardrails/${OWN}`), expect: guardrail(budget) }]
    }),
    asks(
      "the interval is cleared with the budget",
      body({ limit_usd: null, reset_interval: null }),
      guardrail({ limit_usd: null, reset_interval: null }),
      { before: [set] }
    ),
    refuses("one invalid field among valid ones changes nothing", body({ name: NEVER, limit_usd: -1 }), badRequest),
    asks(
      "concurrent changes all succeed",
      { ...body({ name: "Together" }), concurrent: 8 },
      { ...guardrail({ name: "Together" }), tally: { "200": 8 } },
      { basis: "derived" }
    )
  ]
}

export const updateGuardrail = about(
  "updateGuardrail",
  {
    path: { id: OWN },
    success: { body: "{}", expect: guardrail() },
    body: JSON.stringify({ name: NEVER }),
    invalid: { body: '{"limit_usd":-1}' },
    reading: { request: get(`/guardrails/${OWN}`), except: [] }
  },
  general,
  uuids({
    own: OWN,
    theirs: THEIRS,
    deleted: DELETED,
    untouched: { request: get(`/guardrails/${THEIRS}`, asOther), expect: reads({ "data.name": { $not: NEVER } }) }
  }),
  ...terms("", guardrail),
  unknownFields(readOnly),
  rateLimit({
    ids: { own: OWN, theirs: THEIRS, unknownId: UNKNOWN_UUID },
    theirsRead: record("Guardrail", { id: THEIRS })
  }),
  changes
)
