import { amounts } from "../families/amounts.js"
import { choices, flag, interval } from "../families/choices.js"
import { not, wrongTypes } from "../families/fields.js"
import { text, textOrNull } from "../families/texts.js"
import { uuid } from "../Ids.js"
import type { Family } from "../Subject.js"

export const OWN = "{GUARDRAIL_ID}"
export const THEIRS = "{OTHER_GUARDRAIL_ID}"
/** A deleted guardrail, and the state that provides it. */
const deleted = { id: "{DELETED_GUARDRAIL_ID}", setup: "guardrail-deleted" } as const

/** The id of a guardrail in a path. */
export const guardrailId = uuid(OWN, THEIRS, { deleted, more: ["$%2Fassignments"] })

const models = ["allowed_models", "ignored_models"]
const providers = ["allowed_providers", "ignored_providers"]

/** The fields that can change. */
export const fields = [
  ...["name", "description", "limit_usd", "reset_interval"],
  ...models,
  ...providers,
  ...["enforce_zdr", "include_byok_in_budgets"]
]

/** Valid and invalid values of a guardrail's fields, in creation and in changes. A budget always has an interval. */
export const terms: ReadonlyArray<Family> = [
  text("name", 200),
  textOrNull("description", 1_000),
  amounts({ name: "limit_usd", beside: { reset_interval: "daily" } }),
  interval({ name: "reset_interval", beside: { limit_usd: null } }),
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
]
