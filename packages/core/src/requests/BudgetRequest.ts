import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { notFoundById } from "../access/notFound.js"
import { requireOwned } from "../access/requireOwned.js"
import { BoostId } from "../boosts/BudgetBoost.js"
import { expected } from "../schema/expected.js"
import { documented, optional, strict } from "../schema/fields.js"
import { Instant } from "../schema/Instant.js"
import { refusal } from "../schema/refusal.js"
import { text } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { uuid, uuidInput } from "../schema/uuid.js"
import { BudgetWindow } from "../spending/model/Budget.js"
import { exampleHash } from "../spending/model/Hold.js"
import { OrganizationId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { queryParam } from "../values/queryParams.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"

/** UUID of a request for more. */
export const BudgetRequestId = uuid("BudgetRequestId")
export type BudgetRequestId = typeof BudgetRequestId.Type

/** Whether a request for more is decided, and how. */
export const BudgetRequestState = Schema.Literal("open", "approved", "refused")
export type BudgetRequestState = typeof BudgetRequestState.Type

const example = { usd: Usd.fromNumber(5), reason: "The evaluation needs another run" }

const words = {
  usd: "Requested amount above the limit, in USD.",
  reason: "Why more is needed: 1 to 500 characters."
}

/** A request for more than the limit of a key, as the holder of the key sees it. */
export const OwnBudgetRequest = Schema.Struct({
  id: documented(BudgetRequestId, "Unique identifier."),
  window: documented(BudgetWindow, "Window of the limit of the key at the time of the request.", "monthly"),
  usd: documented(Usd.UsdFromNumber, words.usd, example.usd),
  reason: documented(unchecked(text(500)), "Why more is needed.", example.reason),
  state: documented(BudgetRequestState, "State of the request: `open` until it is approved or refused.", "open"),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC).", DateTime.unsafeMake("2026-05-31T12:00:00Z")),
  decided_at: documented(Schema.NullOr(Schema.DateTimeUtc), "Time of the decision (UTC). Null while open.", null),
  decision: documented(
    Schema.NullOr(unchecked(text(500))),
    "Why it was approved or refused. Null if not stated.",
    null
  ),
  approved_usd: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "Amount of the boost that approves it, in USD. Null unless approved.",
    null
  ),
  until: documented(Schema.NullOr(Schema.DateTimeUtc), "End of that boost (UTC). Null unless approved.", null)
}).annotations({ identifier: "OwnBudgetRequest", description: "A request for more than the limit of an API key." })
export interface OwnBudgetRequest extends Schema.Schema.Type<typeof OwnBudgetRequest> {}

/** A request for more than the limit of a key, as a manager sees it. */
export const BudgetRequest = Schema.Struct({
  ...OwnBudgetRequest.fields,
  key_hash: documented(KeyHash, "Hash of the key that asked.", exampleHash),
  key_name: documented(Schema.NullOr(Schema.String), "Name of the key. Null if it was deleted.", "Docs assistant"),
  user_id: documented(UserId, "User of the key.", UserId.make("ada")),
  decided_by: documented(
    Schema.NullOr(KeyHash),
    "Hash of the management key that decided. Null while open, and for the host.",
    null
  ),
  boost_id: documented(Schema.NullOr(BoostId), "UUID of the boost that approves it. Null unless approved.", null)
}).annotations({
  identifier: "BudgetRequest",
  description: "A request for more than the limit of an API key, with the key."
})
export interface BudgetRequest extends Schema.Schema.Type<typeof BudgetRequest> {}

/** A request for more as it is stored. */
export const BudgetRequestRecord = Schema.Struct({
  ...Struct.pick(BudgetRequest.fields, "id", "key_hash", "user_id", "reason", "state", "created_at", "decided_at"),
  ...Struct.pick(BudgetRequest.fields, "decided_by", "decision", "boost_id", "until"),
  organization_id: OrganizationId,
  period: BudgetRequest.fields.window,
  asked: BudgetRequest.fields.usd,
  approved: BudgetRequest.fields.approved_usd
})
export interface BudgetRequestRecord extends Schema.Schema.Type<typeof BudgetRequestRecord> {}

/** Input for asking for more. */
export const NewBudgetRequest = Schema.Struct({
  usd: documented(Usd.UsdAmount, words.usd, example.usd),
  reason: documented(text(500), words.reason, example.reason)
}).annotations({
  identifier: "NewBudgetRequest",
  description: "Input for asking for more than the limit of the key.",
  examples: [example],
  ...strict
})
export interface NewBudgetRequest extends Schema.Schema.Type<typeof NewBudgetRequest> {}

/** Input for approving a request for more. */
export const BudgetRequestApproval = Schema.Struct({
  usd: optional(Usd.UsdAmount, "Amount of the boost, in USD. Defaults to the requested amount."),
  until: optional(
    Instant,
    "Time at which the boost ends (UTC). Defaults to the end of the window, and to 24 hours from now for lifetime."
  ),
  reason: optional(text(500), "Why, for the holder of the key: 1 to 500 characters.")
}).annotations({
  identifier: "BudgetRequestApproval",
  description: "Input for approving a request for more.",
  examples: [{ usd: example.usd }, {}],
  ...strict
})
export interface BudgetRequestApproval extends Schema.Schema.Type<typeof BudgetRequestApproval> {}

/** Input for refusing a request for more. */
export const BudgetRequestRefusal = Schema.Struct({
  reason: optional(text(500), "Why, for the holder of the key: 1 to 500 characters.")
}).annotations({
  identifier: "BudgetRequestRefusal",
  description: "Input for refusing a request for more.",
  examples: [{ reason: "Ask again next month." }, {}],
  ...strict
})
export interface BudgetRequestRefusal extends Schema.Schema.Type<typeof BudgetRequestRefusal> {}

const states = "one of open, approved, refused"

/** Page of a list of requests for more, of all or of those in a state. */
export const BudgetRequestPage = Schema.Struct({
  ...pageFields(50),
  state: optional(BudgetRequestState.pipe(expected(states)))
}).annotations({ description: "Which requests to list, and which part of the list to return.", ...strict })
export interface BudgetRequestPage extends Schema.Schema.Type<typeof BudgetRequestPage> {}

/** `BudgetRequestPage` as URL query parameters. */
export const BudgetRequestQuery = Schema.Struct({
  ...pageQueryFields(50),
  state: queryParam(BudgetRequestState, states, "Only requests in this state.")
})

/** The organization has no request for more with this id. */
export class BudgetRequestNotFound extends notFoundById<BudgetRequestNotFound>()("BudgetRequestNotFound") {}

/** Reads or changes a request for more of the caller's organization by its UUID. Fails with `BudgetRequestNotFound`. */
export const requireBudgetRequest = requireOwned(uuidInput(BudgetRequestId), (id) => BudgetRequestNotFound.of(id))

/** The request for more is decided already. */
export class BudgetRequestDecided extends refusal<BudgetRequestDecided>()("BudgetRequestDecided", {
  decided: documented(Schema.Literal("approved", "refused"), "What was decided before."),
  decided_at: documented(Schema.NullOr(Schema.DateTimeUtc), "Time of that decision (UTC).")
}) {}

/** The key cannot have more: it has nothing to ask for, has asked already, or cannot spend any more. */
export class MoreRefused extends refusal<MoreRefused>()("MoreRefused", {
  /**
   * Of a request: `management_key` cannot spend, `no_limit` to raise, `limit_is_zero`, `request_open` already, `requests_spent`: ten in this
   * UTC day. Of an approval: `key_deleted`, `key_disabled` or `key_expired`.
   */
  reason: Schema.Literal(
    "management_key",
    "no_limit",
    "limit_is_zero",
    "request_open",
    "requests_spent",
    "key_deleted",
    "key_disabled",
    "key_expired"
  )
}) {}
