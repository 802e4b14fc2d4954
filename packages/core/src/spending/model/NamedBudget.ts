import * as Schema from "effect/Schema"
import { documented } from "../../schema/fields.js"
import { Budget } from "./Budget.js"

/** A budget with the id and the name of what has it, for managers. Amounts are in USD, and are those of all who spend from it. */
export const NamedBudget = Schema.Struct({
  ...Budget.fields,
  id: documented(
    Schema.String,
    "Hash of the key, or id of the guardrail, workspace or organization that has the budget.",
    "01a19467-e800-7cc3-98c4-dc0c0c07398f"
  ),
  name: documented(
    Schema.NullOr(Schema.String),
    "Name of the key, guardrail, workspace or organization. Null if it has none.",
    "Build server"
  )
}).annotations({
  identifier: "NamedBudget",
  description: "A limit on a scope in a window, what counts toward it, and the id and name of what has it."
})
export interface NamedBudget extends Schema.Schema.Type<typeof NamedBudget> {}
