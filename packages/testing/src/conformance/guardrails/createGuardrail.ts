import { about } from "../about.js"
import { badRequest, newRecord, reads } from "../answers.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import { workspaces } from "../families/workspaces.js"
import { get, repeated } from "../requests.js"
import type { Family } from "../Subject.js"
import { terms } from "./guardrail.js"

const guardrail = (fields: Readonly<Record<string, unknown>> = {}) => newRecord("Guardrail", fields)
const body = (fields: Readonly<Record<string, unknown>>) => ({ body: JSON.stringify({ name: "A policy", ...fields }) })
const nothing = { description: null, limit_usd: null, reset_interval: null, enforce_zdr: null, updated_at: null }
const everything = { allowed_models: null, ignored_models: null, allowed_providers: null, ignored_providers: null }

const creation: Family = ({ asks, refuses }) => [
  asks("only a name", {}, guardrail({ name: "A policy", ...nothing, ...everything, include_byok_in_budgets: false }), {
    basis: "spec"
  }),
  asks(
    "it can be read and is listed",
    body({ limit_usd: 2.5, reset_interval: "weekly" }),
    { status: 201, save: { NEW_ID: "data.id" } },
    {
      follow: [
        { request: get("/guardrails/{NEW_ID}"), expect: reads({ "data.limit_usd": 2.5, "data.name": "A policy" }) },
        { request: get("/guardrails?limit=1"), expect: reads({ "data.0.id": "{NEW_ID}" }) },
        {
          request: get("/guardrails/{NEW_ID}/assignments/members"),
          expect: { status: 200, body: { data: [], total_count: 0 } }
        }
      ]
    }
  ),
  refuses("a budget without an interval", body({ limit_usd: 1 }), badRequest, { basis: "spec" }),
  refuses("a budget with an interval of null", body({ limit_usd: 0, reset_interval: null }), badRequest),
  refuses("no name", { body: "{}" }, badRequest),
  refuses("1,001 models", repeated('{"name":"a","allowed_models":[', '"m%d",', 1_000, '"z"]}'), badRequest)
]

export const createGuardrail = about(
  "createGuardrail",
  {
    success: { body: '{"name":"A policy"}', expect: guardrail({ name: "A policy" }) },
    shows: guardrail,
    invalid: { body: '{"name":""}' }
  },
  general,
  ...terms,
  unknownFields({ limit: "5", reset: '"daily"', created_at: '"1970-01-01T00:00:00Z"', updated_at: "null" }),
  workspaces,
  rateLimit,
  creation
)
