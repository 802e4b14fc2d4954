import type { Target } from "../Change.js"
import { is, reads } from "../Expectation.js"
import type { Given } from "../Given.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { admitted } from "./newHold.js"

/** A key under a new guardrail with this rule. */
const under = async ({ api, made }: Given<Target>, rule: object) => {
  const { hash, key, workspace } = await made.spender()
  const guardrail = await made.guardrail({ name: "A policy", workspace_id: workspace, ...rule })
  await api.post(`/guardrails/${guardrail}/assignments/keys`, { key_hashes: [hash] }, is(200))
  return { key, guardrail }
}

/** A request of a key. */
const asking = (key: string, fields: object) => body({ key, amount: 0.001, models: ["acme/writer"], ...fields })

const rules = {
  model_not_allowed: [{ allowed_models: ["acme/reader"] }, { ignored_models: ["acme/writer"] }],
  provider_not_allowed: [{ allowed_providers: ["anthropic"] }, { ignored_providers: ["openai"] }],
  zdr_required: [{ enforce_zdr: true }]
} as const

/** Requests of a key under a guardrail. */
export const policies: Family = ({ test }) => [
  ...Object.entries(rules).flatMap(([reason, each]) =>
    each.map((rule) =>
      test(`${reason}: ${JSON.stringify(rule)}`, async (given) => {
        const { guardrail, key } = await under(given, rule)
        await given.ask(asking(key, { provider: "openai" }), {
          status: 403,
          message: "A guardrail does not allow the request",
          json: { "error.metadata": { reason, guardrail_id: guardrail, scope: "guardrail_key" } }
        })
      })
    )
  ),
  ...rules.model_not_allowed.map((rule) =>
    test(`without a model: ${JSON.stringify(rule)}`, async (given) => {
      const { guardrail, key } = await under(given, rule)
      await given.ask(asking(key, { models: undefined }), {
        status: 403,
        json: { "error.metadata": { reason: "model_not_allowed", guardrail_id: guardrail, scope: "guardrail_key" } }
      })
    })
  ),
  test("a tool that the guardrail allows, and no other", async (given) => {
    const { key } = await under(given, { allowed_models: ["tool:search/web"] })
    await given.ask(asking(key, { models: ["tool:search/web"] }), admitted({ models: ["tool:search/web"] }))
    await given.ask(asking(key, { models: ["tool:search/maps"] }), is(403))
  }),
  test("what the guardrail allows", async (given) => {
    const rule = { allowed_models: ["acme/writer"], allowed_providers: ["openai"], enforce_zdr: true }
    const { key } = await under(given, rule)
    await given.ask(asking(key, { provider: "openai", zdr: true }), admitted({ provider: "openai" }))
  }),
  test("the allowed providers bind a request that names none", async (given) => {
    const { key } = await under(given, { allowed_providers: ["anthropic"] })
    await given.ask(asking(key, {}), { ...reads({ providers: ["anthropic"] }), status: 201 })
  })
]
