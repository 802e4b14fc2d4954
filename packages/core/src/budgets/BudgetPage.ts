import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { optional, strict } from "../schema/fields.js"
import { ScopeKind } from "../spending/model/Scope.js"
import { WorkspaceIdInput } from "../values/Id.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { queryParam, workspaceParam } from "../values/queryParams.js"

/** The greatest share that a list asks for. An overdrawn budget has a share above 1. */
const MOST = 1_000

const share = `a number from 0 to ${MOST}, such as 0.8`

/** The least share of a list. */
const Share = Schema.Finite.pipe(Schema.between(0, MOST))

const kinds = `one of ${ScopeKind.literals.join(", ")}`

/** Which budgets to list, and which part of the list to return. */
export const BudgetPage = Schema.Struct({
  ...pageFields(50),
  above: optional(Share.pipe(expected(share))),
  scope: optional(ScopeKind.pipe(expected(kinds))),
  workspace_id: optional(WorkspaceIdInput)
}).annotations({ description: "Which budgets to list, and which part of the list to return.", ...strict })
export interface BudgetPage extends Schema.Schema.Type<typeof BudgetPage> {}

/** A share as JavaScript writes numbers: in decimal digits, with an exponent if it is tiny. */
const ShareText = Schema.transform(
  Schema.String.pipe(
    Schema.filter((text) => /^\d{1,4}(\.\d{1,30})?(e-\d{1,3})?$/.test(text) && Number(text) <= MOST, {
      jsonSchema: { type: "number", minimum: 0, maximum: MOST }
    })
  ),
  Share,
  { strict: true, decode: Number, encode: String }
)

/** `BudgetPage` as URL query parameters. */
export const BudgetQuery = Schema.Struct({
  ...pageQueryFields(50),
  above: queryParam(
    ShareText,
    `one decimal number from 0 to ${MOST}, such as 0.8`,
    "Least share of the limit that is spent or unknown. By default, all budgets are listed."
  ),
  scope: queryParam(ScopeKind, kinds, "Only budgets of this scope."),
  workspace_id: workspaceParam
})
