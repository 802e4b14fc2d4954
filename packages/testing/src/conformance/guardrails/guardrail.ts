import type { Expectation } from "../Case.js"
import { amounts } from "../families/amounts.js"
import { choices, words } from "../families/choices.js"
import { type Field, namedByIssue, wrongTypes } from "../families/fields.js"
import { texts } from "../families/texts.js"
import type { Family } from "../Subject.js"

export const OWN = "{GUARDRAIL_ID}"
export const THEIRS = "{OTHER_GUARDRAIL_ID}"
/** A deleted guardrail, and the state that provides it. */
export const DELETED = { id: "{DELETED_GUARDRAIL_ID}", setup: "guardrail-deleted" } as const

/** Other fields to send with a field, so that a budget always has an interval. */
const beside: Readonly<Record<string, string>> = {
  limit_usd: '"reset_interval":"daily",',
  reset_interval: '"limit_usd":null,'
}

const lists = ["allowed_models", "ignored_models", "allowed_providers", "ignored_providers"]

/** Valid and invalid values of a guardrail's fields, in creation and in changes. */
export const terms = (
  others: string,
  shown: (fields: Readonly<Record<string, unknown>>) => Expectation
): ReadonlyArray<Family> => {
  const field = (name: string): Field => ({
    name,
    body: (value) => `{${name === "name" ? "" : others}${beside[name] ?? ""}"${name}":${value}}`
  })
  const shows = (name: string) => (value: unknown) => shown({ [name]: value })
  return [
    texts(field("name"), shows("name"), 200),
    wrongTypes(field("name"), '"x"', '"null"'),
    texts(field("description"), shows("description"), 1_000),
    wrongTypes(field("description"), '"x"', '"null"', "null"),
    amounts(field("limit_usd"), shows("limit_usd")),
    namedByIssue(field("limit_usd")),
    choices(field("reset_interval"), shows("reset_interval"), '"daily"', '"weekly"', '"monthly"', "null"),
    words(field("reset_interval"), "daily", "weekly", "monthly"),
    wrongTypes(field("reset_interval"), '"daily"', "null"),
    ...lists.flatMap((name) => [
      choices(field(name), shows(name), "null", "[]", '["acme/writer","acme/painter"]'),
      wrongTypes(field(name), '["acme/writer"]', "null", "[]")
    ]),
    choices(field("enforce_zdr"), shows("enforce_zdr"), "true", "false", "null"),
    wrongTypes(field("enforce_zdr"), "true", "false", "null"),
    choices(field("include_byok_in_budgets"), shows("include_byok_in_budgets"), "true", "false"),
    wrongTypes(field("include_byok_in_budgets"), "true", "false")
  ]
}
