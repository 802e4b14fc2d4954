import * as Schema from "effect/Schema"
import { AlertKind } from "../../alerts/AlertKind.js"
import { documented } from "../../schema/fields.js"
import { BudgetWindow } from "../../spending/model/Budget.js"
import { ScopeKind } from "../../spending/model/Scope.js"
import { OrganizationId } from "../../values/Id.js"
import * as Usd from "../../values/Usd.js"

const name = (of: string) => `Name of the ${of} when the message is sent. Null if there is none, or none any more.`

const ScopeFacts = Schema.Struct({
  kind: documented(ScopeKind, "What the budget limits.", "key"),
  key_hash: documented(Schema.NullOr(Schema.String), "Hash of the key, of a budget of a key.", null),
  key_name: documented(Schema.NullOr(Schema.String), name("key"), "ci"),
  guardrail_id: documented(Schema.NullOr(Schema.String), "Id of the guardrail, of a budget of a guardrail.", null),
  guardrail_name: documented(Schema.NullOr(Schema.String), name("guardrail"), null),
  user_id: documented(Schema.NullOr(Schema.String), "Member, of a budget of a guardrail for a member.", null),
  workspace_id: documented(
    Schema.NullOr(Schema.String),
    "Id of the workspace, of its budget, of a run or of a key.",
    null
  ),
  workspace_name: documented(Schema.NullOr(Schema.String), name("workspace"), null),
  run: documented(Schema.NullOr(Schema.String), "Path of the run, of a budget of a run.", null)
}).annotations({
  identifier: "AlertScope",
  description: "What the budget of an alert limits. What does not apply is null."
})

const RequestFacts = Schema.Struct({
  id: documented(Schema.String, "Id of the request."),
  usd: documented(Usd.UsdFromNumber, "Amount that is asked for, in USD.", Usd.fromNumber(5)),
  reason: documented(Schema.String, "Why, in the words of the holder of the key.")
}).annotations({ identifier: "AlertRequest", description: "What the holder of a key asks for." })

const AlertFacts = Schema.Struct({
  alert_id: documented(Schema.String, "Id of the alert, which is the webhook-id of every attempt."),
  organization_id: documented(OrganizationId, "Organization of the budget."),
  organization_name: documented(Schema.NullOr(Schema.String), name("organization"), "Acme"),
  kind: documented(AlertKind, "What the alert says.", "crossing"),
  scope: documented(ScopeFacts, "What the budget limits."),
  window: documented(BudgetWindow, "Window of the budget.", "daily"),
  threshold: documented(
    Schema.NullOr(Schema.Number),
    "Percentage of the limit that spent and unknown have reached. Null for other kinds than crossing.",
    80
  ),
  limit: documented(Usd.UsdFromNumber, "Limit in force at the time, with boosts, in USD.", Usd.fromNumber(1)),
  spent: documented(Usd.UsdFromNumber, "Cost of settled requests in the window, in USD.", Usd.fromNumber(0.8)),
  held: documented(Usd.UsdFromNumber, "Sum of open holds in the window, in USD.", Usd.zero),
  unknown: documented(
    Usd.UsdFromNumber,
    "Sum of holds with an unknown outcome in the window, in USD. It counts like spent.",
    Usd.zero
  ),
  resets_at: documented(Schema.NullOr(Schema.DateTimeUtc), "End of the window (UTC). Null for the lifetime.", null),
  request: documented(Schema.NullOr(RequestFacts), "The request for more. Null for other kinds than request.", null)
}).annotations({ identifier: "AlertFacts", description: "What an alert says of its budget, as it was then." })

/** The body of a message to a webhook. */
export const AlertMessage = Schema.Struct({
  type: documented(Schema.TemplateLiteral("alert.", AlertKind), "What the message is about.", "alert.crossing"),
  timestamp: documented(Schema.DateTimeUtc, "When it happened (UTC)."),
  text: documented(
    Schema.String,
    "A sentence that chat systems show.",
    "Key “ci” has spent $0.80 of its $1.00 (80 %) for this day. Resets 2026-11-28 00:00 UTC."
  ),
  data: documented(AlertFacts, "The facts.")
}).annotations({
  identifier: "AlertMessage",
  description: "The body of a message to a webhook, in the form that Standard Webhooks recommends."
})
export interface AlertMessage extends Schema.Schema.Type<typeof AlertMessage> {}
