import { part } from "../Api.js"
import { badRequest, is, NOTHING, newRecord, reads } from "../Expectation.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { WithId } from "../Made.js"
import { body } from "../Sent.js"
import { about, type Family } from "../Subject.js"
import { assignmentsOf, terms } from "./guardrail.js"

const nothing = {
  description: null,
  limit_usd: null,
  reset_interval: null,
  enforce_zdr: null,
  max_in_flight: null,
  updated_at: null
}
const everything = { allowed_models: null, ignored_models: null, allowed_providers: null, ignored_providers: null }

const policy = (fields: object = {}) => body({ name: "A policy", ...fields })

const creation: Family = ({ asks, refuses, test }) => [
  asks("only a name", {}, newRecord({ name: "A policy", ...nothing, ...everything, include_byok_in_budgets: false })),
  test("it can be read and is listed", async ({ api, ask }) => {
    const { data } = part(await ask(policy({ limit_usd: 2.5, reset_interval: "weekly" }), is(201)), WithId)
    await api.get(`/guardrails/${data.id}`, reads({ "data.limit_usd": 2.5, "data.name": "A policy" }))
    await api.get("/guardrails?limit=1", reads({ "data.0.id": data.id }))
    await api.get(assignmentsOf(data.id, "members"), NOTHING)
  }),
  refuses("a budget without an interval", policy({ limit_usd: 1 }), badRequest),
  refuses("a budget with an interval of null", policy({ limit_usd: 0, reset_interval: null }), badRequest),
  refuses("no name", { body: "{}" }, badRequest),
  refuses(
    "1,001 models",
    () => policy({ allowed_models: Array.from({ length: 1_001 }, (_, i) => `m${i}`) }),
    badRequest
  )
]

export const createGuardrail = about(
  "createGuardrail",
  {
    body: () => policy().body,
    expect: () => newRecord({ name: "A policy" }),
    shows: newRecord,
    invalid: { body: '{"name":""}' }
  },
  general,
  terms,
  unknownFields({ limit: "5", reset: '"daily"', created_at: '"1970-01-01T00:00:00Z"', updated_at: "null" }),
  workspaces,
  rateLimit,
  creation
)
