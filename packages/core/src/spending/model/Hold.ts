import * as Schema from "effect/Schema"
import { notFoundById } from "../../access/notFound.js"
import { ByokId } from "../../byok/ByokCredential.js"
import { documented } from "../../schema/fields.js"
import { refusal } from "../../schema/refusal.js"
import { text } from "../../schema/text.js"
import { unchecked } from "../../schema/unchecked.js"
import { WorkspaceId } from "../../values/Id.js"
import { KeyHash } from "../../values/KeyHash.js"
import { Name } from "../../values/Name.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"
import * as Usd from "../../values/Usd.js"
import { UserId } from "../../values/UserId.js"
import { HoldId } from "./HoldId.js"

/** State of a hold. States only rise, in this order. */
export const HoldState = Schema.Literal("open", "expired", "released", "unknown", "settled")
export type HoldState = typeof HoldState.Type

/** Where the cost of a settlement comes from: the provider's report, the price table, or an estimate. */
export const CostBasis = Schema.Literal("provider", "table", "estimate")
export type CostBasis = typeof CostBasis.Type

/** What was unusual about a hold. */
export const HoldFlag = Schema.Literal(
  "overdrawn",
  "late",
  "outside_plan",
  "outside_policy",
  "price_missing",
  "settlement_refused",
  "credential_assumed"
)
export type HoldFlag = typeof HoldFlag.Type

/** A hold and a key for examples in documents. */
export const exampleId = HoldId.make("01a19467-e800-7cc3-98c4-dc0c0c07398f")
export const exampleHash = KeyHash.make("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")

/** An amount set aside for one request, and the entry of the ledger that it becomes. Amounts are in USD. */
export const Hold = Schema.Struct({
  id: documented(
    HoldId,
    "Unique identifier: a UUID of version 7. It is the idempotency key of every act on the hold.",
    exampleId
  ),
  state: documented(
    HoldState,
    "State of the hold. States only rise: open, expired, released, unknown, settled. After its lease ends, an open hold is `expired`, or `unknown` if it was sent. Budgets count the amount until a server expires the hold: at once on the server that created it, after 30 seconds on any other.",
    "open"
  ),
  amount: documented(Usd.UsdFromNumber, "Amount set aside, in USD.", Usd.fromNumber(0.25)),
  cost: documented(Schema.NullOr(Usd.UsdFromNumber), "Cost of the request, in USD. Null until it is settled.", null),
  is_byok: documented(Schema.Boolean, "Whether the amount counts as BYOK usage."),
  key_hash: documented(KeyHash, "Hash of the API key that spends.", exampleHash),
  workspace_id: documented(WorkspaceId, "Workspace of the key."),
  user_id: documented(UserId, "User who makes the request.", UserId.make("ada")),
  models: documented(
    Schema.Array(unchecked(Name)),
    "Slugs of the models: the first choice, then the fallbacks. Empty if none was stated.",
    ["acme/writer"]
  ),
  provider: documented(
    Schema.NullOr(unchecked(ProviderSlug)),
    "Slug of the provider: as stated, or of the rate card that priced the usage. Null if there is neither.",
    null
  ),
  credential_id: documented(
    Schema.NullOr(ByokId),
    "Credential that was used, or that `sent` stated last. Null for the gateway's own, and until one is known.",
    null
  ),
  basis: documented(Schema.NullOr(CostBasis), "Source of the cost. Null if not stated.", null),
  labels: documented(
    Schema.Record({ key: Schema.String, value: unchecked(text(64)) }),
    "Labels of the request, for reports.",
    {}
  ),
  instance: documented(Schema.NullOr(unchecked(text(64))), "Process that created the hold. Null if not stated.", null),
  opened_at: documented(Schema.DateTimeUtc, "Creation time (UTC)."),
  sent_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time at which the request was sent to a provider (UTC). Null if it was not.",
    null
  ),
  lease_ends_at: documented(
    Schema.DateTimeUtc,
    "End of the lease (UTC). An open hold that was not sent expires then; one that was sent becomes unknown."
  ),
  ended_at: documented(Schema.NullOr(Schema.DateTimeUtc), "Time of the last change of state (UTC).", null),
  corrections: documented(Schema.Int, "Number of corrections of its cost, with its reconciliation.", 0),
  flags: documented(
    Schema.Array(HoldFlag),
    "Irregularities: the cost exceeds the amount (`overdrawn`), was settled after the lease (`late`), through a credential outside the plan (`outside_plan`) or by a model or provider that was not admitted (`outside_policy`); its usage has no price (`price_missing`), its settlement was refused (`settlement_refused`), or several credentials were possible and none was stated (`credential_assumed`).",
    []
  )
}).annotations({ identifier: "Hold", description: "An amount set aside for one request." })
export interface Hold extends Schema.Schema.Type<typeof Hold> {}

/** There is no hold with this id. */
export class HoldNotFound extends notFoundById<HoldNotFound>()("HoldNotFound") {}

/** A hold with this id exists already, with other terms or of another organization. */
export class HoldConflict extends refusal<HoldConflict>()("HoldConflict", { id: HoldId }) {}

/** The hold is not open any more, or its lease has ended. */
export class HoldEnded extends refusal<HoldEnded>()("HoldEnded", { id: HoldId }) {}

/** The hold is not settled, so it has no cost that could be corrected. */
export class HoldNotSettled extends refusal<HoldNotSettled>()("HoldNotSettled", { id: HoldId }) {}

/** The outcome of the hold is not unknown, so there is nothing to reconcile. */
export class HoldNotUnknown extends refusal<HoldNotUnknown>()("HoldNotUnknown", {
  id: HoldId,
  state: documented(HoldState, "State of the hold.")
}) {}

/** A hold of the workspace is open, or its outcome is unknown. */
export class HoldsOpen extends refusal<HoldsOpen>()("HoldsOpen", {}) {}
