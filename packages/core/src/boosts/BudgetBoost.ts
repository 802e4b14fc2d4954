import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { notFoundById } from "../access/notFound.js"
import { requireOwned } from "../access/requireOwned.js"
import { expected } from "../schema/expected.js"
import { documented, optional, required, strict } from "../schema/fields.js"
import { Instant } from "../schema/Instant.js"
import { refusal } from "../schema/refusal.js"
import { text } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { uuid, uuidInput } from "../schema/uuid.js"
import { BudgetWindow } from "../spending/model/Budget.js"
import { exampleHash } from "../spending/model/Hold.js"
import { KeyHash } from "../values/KeyHash.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { queryParam } from "../values/queryParams.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"

/** UUID of a boost. */
export const BoostId = uuid("BoostId")
export type BoostId = typeof BoostId.Type

/** A scope that may have a boost: a key, a guardrail for one key or for one member, or a workspace. */
export const BoostScope = Schema.Literal("key", "guardrail_key", "guardrail_member", "workspace")
export type BoostScope = typeof BoostScope.Type

/** Whether a boost adds to its limit now. */
export const BoostState = Schema.Literal("in_force", "ended")
export type BoostState = typeof BoostState.Type

const example = { usd: Usd.fromNumber(5), reason: "The evaluation of this week", until: "2026-06-01T00:00:00Z" }

const words = {
  key_hash: "Hash of the key, for a `guardrail_key`.",
  user_id: "Id of the user, for a `guardrail_member`.",
  window: "Window of the budget whose limit is raised.",
  usd: "Amount that is added to the limit, in USD.",
  reason: "Why the limit is raised."
}

/** An amount that is added to one limit for a time. */
export const BudgetBoost = Schema.Struct({
  id: documented(BoostId, "Unique identifier."),
  scope: documented(BoostScope, "Scope of the budget.", "key"),
  scope_id: documented(
    Schema.String,
    "Hash of the key, id of the guardrail, or id of the workspace that has the budget.",
    exampleHash
  ),
  key_hash: documented(Schema.NullOr(KeyHash), `${words.key_hash} Null for other scopes.`, null),
  user_id: documented(Schema.NullOr(UserId), `${words.user_id} Null for other scopes.`, null),
  window: documented(BudgetWindow, words.window, "monthly"),
  usd: documented(Usd.UsdFromNumber, words.usd, example.usd),
  state: documented(BoostState, "Whether the boost is in force: `in_force` until it ends, then `ended`.", "in_force"),
  until: documented(
    Schema.DateTimeUtc,
    "Time at which the boost ends (UTC), unless it is deleted before.",
    DateTime.unsafeMake(example.until)
  ),
  reason: documented(unchecked(text(500)), words.reason, example.reason),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC).", DateTime.unsafeMake("2026-05-31T12:00:00Z")),
  created_by: documented(
    Schema.NullOr(KeyHash),
    "Hash of the management key that created the boost. Null for the host.",
    null
  ),
  request_id: documented(
    Schema.NullOr(Schema.String),
    "UUID of the request for more that the boost approves. Null without one.",
    null
  ),
  ended_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "Time at which the boost was deleted (UTC). Null if it was not.",
    null
  )
}).annotations({ identifier: "BudgetBoost", description: "An amount that is added to one limit for a time." })
export interface BudgetBoost extends Schema.Schema.Type<typeof BudgetBoost> {}

const scope = BoostScope.pipe(
  expected(
    "key, guardrail_key, guardrail_member or workspace: the host sets the budgets of an organization, and those of a run are changed by PATCH /runs/{path}"
  )
)

/** Input for creating a boost. */
export const NewBudgetBoost = Schema.Struct({
  scope: required(scope, "Scope of the budget: key, guardrail_key, guardrail_member or workspace."),
  id: required(
    text(255),
    "Hash of the key, UUID of the guardrail, or UUID or slug of the workspace that has the budget."
  ),
  key_hash: optional(KeyHash, `${words.key_hash} It must be assigned to the guardrail.`),
  user_id: optional(UserId, `${words.user_id} The user must be assigned to the guardrail.`),
  window: required(BudgetWindow.pipe(expected("lifetime, daily, weekly or monthly")), words.window),
  usd: required(Usd.UsdAmount, words.usd),
  until: optional(
    Instant,
    "Time at which the boost ends (UTC), in the future and at most the end of the window, which is the default. Required for lifetime, at most 366 days from now."
  ),
  reason: required(text(500), words.reason)
}).annotations({
  identifier: "NewBudgetBoost",
  description: "Input for creating a boost.",
  examples: [{ scope: "key", id: exampleHash, window: "monthly", usd: example.usd, reason: example.reason }],
  ...strict
})
export interface NewBudgetBoost extends Schema.Schema.Type<typeof NewBudgetBoost> {}

const scopes = BoostScope.literals.join(", ")
const states = "in_force or ended"

/** Page of a list of boosts, of all or of those with these values. */
export const BoostPage = Schema.Struct({
  ...pageFields(50),
  scope: optional(BoostScope.pipe(expected(`one of ${scopes}`))),
  id: optional(text(255)),
  state: optional(BoostState.pipe(expected(states)))
}).annotations({ description: "Which boosts to list, and which part of the list to return.", ...strict })
export interface BoostPage extends Schema.Schema.Type<typeof BoostPage> {}

/** `BoostPage` as URL query parameters. */
export const BoostQuery = Schema.Struct({
  ...pageQueryFields(50),
  scope: queryParam(BoostScope, `one of ${scopes}`, "Only boosts of scopes of this kind."),
  id: queryParam(
    text(255),
    "one text of 1 to 255 characters",
    "Only boosts of the key with this hash, or of the guardrail, workspace or user with this id."
  ),
  state: queryParam(BoostState, states, "Only boosts in this state.")
})

/** The organization has no boost with this id. */
export class BoostNotFound extends notFoundById<BoostNotFound>()("BoostNotFound") {}

/** Reads or changes a boost of the caller's organization by its UUID. Fails with `BoostNotFound`. */
export const requireBoost = requireOwned(uuidInput(BoostId), (id) => BoostNotFound.of(id))

/** The organization has no key, guardrail or workspace that the boost names. */
export class BoostScopeNotFound extends refusal<BoostScopeNotFound>()("BoostScopeNotFound", {}) {}

/** The budget takes no such boost: its limit is 0, or too much is added to it already. */
export class BoostRefused extends refusal<BoostRefused>()("BoostRefused", {
  /**
   * `limit_is_zero`: the limit is 0, which blocks all spending. `too_many_boosts`: the scope has 16 boosts in force.
   * `boosts_too_large`: those of the window would add more than 1,000,000,000 USD together.
   */
  reason: Schema.Literal("limit_is_zero", "too_many_boosts", "boosts_too_large")
}) {}
