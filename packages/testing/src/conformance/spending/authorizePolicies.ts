import type { Step } from "../Case.js"
import { asManager, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { admitted, body } from "./newHold.js"

const key = "{FRESH_KEY}"

/** Puts the key under a new guardrail with this rule. */
const under = (rule: object): ReadonlyArray<Step> => [
  {
    request: post(
      "/guardrails",
      JSON.stringify({ name: "A policy", workspace_id: "{WORKSPACE_ID}", ...rule }),
      asManager
    ),
    expect: { status: 201, save: { POLICY_ID: "data.id" } }
  },
  {
    request: post("/guardrails/{POLICY_ID}/assignments/keys", '{"key_hashes":["{FRESH_KEY_HASH}"]}', asManager),
    expect: { status: 200 }
  }
]

const rules = {
  model_not_allowed: [{ allowed_models: ["acme/reader"] }, { ignored_models: ["acme/writer"] }],
  provider_not_allowed: [{ allowed_providers: ["anthropic"] }, { ignored_providers: ["openai"] }],
  zdr_required: [{ enforce_zdr: true }]
} as const

const refused = (reason: string) => ({
  status: 403,
  message: "A guardrail does not allow the request",
  json: { "error.metadata": { reason, guardrail_id: "{POLICY_ID}", scope: "guardrail_key" } }
})

/** Requests of a key under a guardrail. */
export const policies: Family = ({ asks }) => [
  ...Object.entries(rules).flatMap(([reason, each]) =>
    each.map((rule) =>
      asks(`${reason}: ${JSON.stringify(rule)}`, body({ key, provider: "openai" }), refused(reason), {
        basis: "spec",
        setup: ["key-spending"],
        before: under(rule)
      })
    )
  ),
  asks("what the guardrail allows", body({ key, provider: "openai", zdr: true }), admitted({ provider: "openai" }), {
    basis: "spec",
    setup: ["key-spending"],
    before: under({ allowed_models: ["acme/writer"], allowed_providers: ["openai"], enforce_zdr: true })
  }),
  asks(
    "the allowed providers bind a request that names none",
    body({ key }),
    { status: 201, json: { providers: ["anthropic"] } },
    { basis: "spec", setup: ["key-spending"], before: under({ allowed_providers: ["anthropic"] }) }
  )
]
