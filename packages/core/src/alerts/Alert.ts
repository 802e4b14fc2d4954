import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { BudgetWindow } from "../spending/model/Budget.js"
import { exampleHash } from "../spending/model/Hold.js"
import { ScopeKind } from "../spending/model/Scope.js"
import { WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { AlertKind } from "./AlertKind.js"

const usd = Usd.UsdFromNumber

/** The request for more of an alert. */
const RequestForMore = Schema.Struct({
  id: documented(Schema.String, "UUID of the request for more."),
  usd: documented(usd, "Requested amount, in USD.", Usd.fromNumber(10)),
  reason: documented(Schema.String, "Reason that the holder of the key stated.", "The nightly report is not done.")
})

/** An alert about a budget, as the budget was at that moment. Amounts are in USD. */
export const Alert = Schema.Struct({
  id: documented(
    Schema.String,
    "Unique identifier: 32 hexadecimal digits, computed from the budget, its window and limit, and the threshold. So nothing is reported twice.",
    "5d41402abc4b2a76b9719d911017c592"
  ),
  kind: documented(
    AlertKind,
    "Kind of the alert. `crossing`: the spent and unknown amounts have reached a threshold of the limit. `refused`: the first request of the window was refused because the budget is spent. `unknown`: more than 10 % of the limit is unknown. `request`: the holder of the key requests more.",
    "crossing"
  ),
  at: documented(Schema.DateTimeUtc, "When it happened (UTC).", DateTime.unsafeMake("2026-05-31T12:00:00Z")),
  scope: documented(ScopeKind, "Scope of the budget.", "key"),
  scope_id: documented(
    Schema.String,
    "Hash of the key, id of the guardrail, workspace or organization, or path of the run that has the budget.",
    exampleHash
  ),
  name: documented(
    Schema.NullOr(Schema.String),
    "Present name of the key, guardrail, workspace or organization, or the path of the run. Null if it was deleted.",
    "Nightly report"
  ),
  key_hash: documented(
    Schema.NullOr(KeyHash),
    "Hash of the key, of the scopes `key` and `guardrail_key`. Null for others.",
    exampleHash
  ),
  user_id: documented(
    Schema.NullOr(UserId),
    "User whose keys the budget counts, of the scope `guardrail_member`. Null for others.",
    null
  ),
  workspace_id: documented(
    Schema.NullOr(WorkspaceId),
    "UUID of the workspace, of the scopes `workspace` and `run`. Null for others.",
    null
  ),
  window: documented(BudgetWindow, "Window of the budget.", "monthly"),
  threshold: documented(
    Schema.NullOr(Schema.Int),
    "Percentage of the limit that was reached, of a `crossing`. Null for others.",
    80
  ),
  limit: documented(usd, "Limit in force in USD, with what boosts add to it.", Usd.fromNumber(25)),
  spent: documented(usd, "Cost of settled requests in the window, in USD.", Usd.fromNumber(20.5)),
  held: documented(usd, "Sum of open holds in the window, in USD. No alert is about it.", Usd.fromNumber(0.25)),
  unknown: documented(usd, "Sum of holds with an unknown outcome in the window, in USD.", Usd.zero),
  share: documented(
    Schema.NullOr(Schema.Finite),
    "What is spent and unknown, as a share of the limit: 1 for all of it. Null for a limit of 0.",
    0.82
  ),
  resets_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "End of the window (UTC). Null for the lifetime.",
    DateTime.unsafeMake("2026-06-01T00:00:00Z")
  ),
  request: documented(
    Schema.NullOr(RequestForMore),
    "Request for more that the alert reports, of a `request`. Null for others.",
    null
  ),
  text: documented(
    Schema.String,
    "The alert in one sentence.",
    'Key "Nightly report" has reached 80 % of its monthly limit of $25.00: $20.50 is spent.'
  )
}).annotations({ identifier: "Alert", description: "An alert about a budget." })
export interface Alert extends Schema.Schema.Type<typeof Alert> {}
