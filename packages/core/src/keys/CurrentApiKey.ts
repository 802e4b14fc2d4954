import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { Budget } from "../spending/model/Budget.js"
import * as Usd from "../values/Usd.js"
import { ApiKey } from "./ApiKey.js"

const unlessShared = (description: string) =>
  Schema.optionalWith(Usd.UsdFromNumber, { exact: true }).annotations({
    description: `${description} Absent if others spend from the budget too and the key is ordinary.`
  })

/** A budget that limits what a key spends. An ordinary key learns of a shared one only what remains for it. */
export const KeyBudget = Schema.Struct({
  scope: Budget.fields.scope,
  window: Budget.fields.window,
  limit: unlessShared("Spending limit in USD."),
  boost: unlessShared("Amount that boosts in force add to the limit, in USD."),
  spent: unlessShared("Cost of settled requests in the window, in USD."),
  held: unlessShared("Sum of open holds in the window, in USD."),
  unknown: unlessShared("Sum of holds with an unknown outcome in the window, in USD."),
  remaining: documented(
    Usd.UsdFromNumber,
    "Remaining spend in the window, in USD. Of a shared budget, at most what remains of the key's own. Negative if exceeded.",
    Usd.fromNumber(12.25)
  ),
  resets_at: Budget.fields.resets_at
}).annotations({ identifier: "KeyBudget", description: "A budget that limits what a key spends." })
export interface KeyBudget extends Schema.Schema.Type<typeof KeyBudget> {}

/** The API key used to authenticate a request, and every budget that limits it. */
export const CurrentApiKey = Schema.Struct({
  ...ApiKey.fields,
  budgets: documented(
    Schema.Array(KeyBudget),
    "Budgets that limit the key: its own, and those of guardrails, of its workspace and of its organization."
  )
}).annotations({
  identifier: "CurrentApiKey",
  description: "The API key used to authenticate the request, with its current usage and its budgets."
})
export interface CurrentApiKey extends Schema.Schema.Type<typeof CurrentApiKey> {}
