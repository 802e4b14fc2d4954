import { amounts } from "../families/amounts.js"
import { choices, flag, interval, openHolds } from "../families/choices.js"
import { not, wrongTypes } from "../families/fields.js"
import { text, textOrNull } from "../families/texts.js"
import { uuid } from "../Ids.js"
import type { Run } from "../Run.js"
import { all } from "../Subject.js"

/** The guardrail of the account. */
export const given = ({ account }: Run) => ({ own: account.GUARDRAIL_ID })

/** A new guardrail. */
export const fresh = async ({ made }: Run) => ({ own: await made.guardrail() })

/** The id of a guardrail in a path. */
export const guardrailId = uuid(
  ({ OTHER_GUARDRAIL_ID }) => OTHER_GUARDRAIL_ID,
  {
    deleted: ({ made }) => made.deletedGuardrail(),
    more: { "$%2Fassignments": (own) => `${own}%2Fassignments` }
  },
  "BYOK_ID"
)

/** The path of the assignments of a guardrail. */
export const assignmentsOf = (id: string, kind: "keys" | "members") => `/guardrails/${id}/assignments/${kind}`

const models = ["allowed_models", "ignored_models"]
const providers = ["allowed_providers", "ignored_providers"]

/** The fields that can change. */
export const fields = [
  ...["name", "description", "limit_usd", "reset_interval", "max_in_flight"],
  ...models,
  ...providers,
  ...["enforce_zdr", "include_byok_in_budgets"]
]

/** Valid and invalid values of a guardrail's fields, in creation and in changes. A budget always has an interval. */
export const terms = all(
  text("name", 200),
  textOrNull("description", 1_000),
  amounts({ name: "limit_usd", beside: { reset_interval: "daily" } }),
  interval({ name: "reset_interval", beside: { limit_usd: null } }),
  openHolds,
  ...models.flatMap((name) => [
    choices(name, "null", "[]", '["acme/writer","acme/painter"]'),
    wrongTypes(name, '["acme/writer"]', "null", "[]")
  ]),
  ...providers.flatMap((name) => [
    choices(name, "null", "[]", '["openai","vllm-in-cellar"]'),
    wrongTypes(name, '["openai"]', "null", "[]"),
    not(name, '["OpenAI"]', '["vertex_ai"]', '["acme/writer"]')
  ]),
  choices("enforce_zdr", "true", "false", "null"),
  wrongTypes("enforce_zdr", "true", "false", "null"),
  flag("include_byok_in_budgets")
)
