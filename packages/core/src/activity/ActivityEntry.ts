import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { ByokId } from "../byok/ByokCredential.js"
import { documented } from "../schema/fields.js"
import { text } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { CostBasis, exampleHash, exampleId } from "../spending/model/Hold.js"
import { HoldId } from "../spending/model/HoldId.js"
import { servedModel } from "../spending/rules/ActivitySum.js"
import { type EntryRecord, unknownEntryOf } from "../spending/rules/entries.js"
import { WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { Name } from "../values/Name.js"
import { ProviderSlug } from "../values/ProviderSlug.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"

/** What happened to the cost of a request: it was settled, its outcome became unknown, or its cost was corrected. Amounts are in USD. */
export const ActivityEntry = Schema.Struct({
  position: documented(
    Schema.Int,
    "Position among the entries of the organization, from 1, in the order in which they were committed.",
    7
  ),
  id: documented(
    Schema.String,
    "Unique identifier. The id of the hold, for its first entry. For correction number n, the id, a colon and n. For the settlement of a request whose outcome was unknown, the id and `:0`.",
    exampleId
  ),
  kind: documented(
    Schema.Literal("settled", "unknown", "corrected"),
    "What happened: the request was settled, and has cost `cost` (`settled`); its outcome became unknown, and `amount` counts until it is settled (`unknown`); or `cost` has replaced `cost_before` (`corrected`).",
    "settled"
  ),
  hold_id: documented(HoldId, "Hold of the request.", exampleId),
  at: documented(Schema.DateTimeUtc, "Time of the entry (UTC).", DateTime.unsafeMake("2026-05-31T12:00:05Z")),
  opened_at: documented(
    Schema.DateTimeUtc,
    "Time of the request (UTC). Its day is the one that activity counts it in.",
    DateTime.unsafeMake("2026-05-31T12:00:00Z")
  ),
  workspace_id: documented(WorkspaceId, "Workspace of the key."),
  key_hash: documented(
    KeyHash,
    "Hash of the API key that spent. It stays the same when the key is rotated.",
    exampleHash
  ),
  user_id: documented(UserId, "User who made the request.", UserId.make("ada")),
  model: documented(
    Schema.NullOr(unchecked(Name)),
    "Slug of the model that was used, or of the first that was asked for. Null if neither was stated.",
    "acme/writer"
  ),
  provider: documented(Schema.NullOr(unchecked(ProviderSlug)), "Slug of the provider. Null if not stated.", null),
  is_byok: documented(
    Schema.NullOr(Schema.Boolean),
    "Whether the request was paid through the organization's own credentials. Null while it is unknown."
  ),
  credential_id: documented(
    Schema.NullOr(ByokId),
    "Credential that was used. Null for the gateway's own, and while it is unknown.",
    null
  ),
  basis: documented(Schema.NullOr(CostBasis), "Source of the cost. Null if not stated.", "provider"),
  labels: documented(Schema.Record({ key: Schema.String, value: unchecked(text(64)) }), "Labels of the request.", {
    team: "search"
  }),
  cost: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "Cost of the request from this entry on, in USD. Null while it is unknown.",
    Usd.fromNumber(0.125)
  ),
  cost_before: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "Cost that a correction replaced, in USD. Null for other entries.",
    null
  ),
  amount: documented(
    Usd.UsdFromNumber,
    "Amount that was held for the request, in USD. It counts as unknown while the outcome is.",
    Usd.fromNumber(0.25)
  ),
  was_unknown: documented(
    Schema.Boolean,
    "Whether this is the settlement of a request that has an entry as unknown: `amount` is not unknown any more."
  ),
  input_tokens: documented(Schema.Int, "Number of input tokens, as far as stated. 0 unless settled.", 1200),
  output_tokens: documented(Schema.Int, "Number of output tokens, as far as stated. 0 unless settled.", 300),
  reason: documented(
    Schema.NullOr(unchecked(text(500))),
    "Reason of a correction, or of a settlement that reconciled an unknown outcome. Null for other entries.",
    null
  ),
  corrected_by: documented(
    Schema.NullOr(KeyHash),
    "Hash of the management key that corrected the cost, or reconciled the unknown outcome. Null for the host, and for other entries.",
    null
  )
}).annotations({ identifier: "ActivityEntry", description: "What happened to the cost of a request." })
export interface ActivityEntry extends Schema.Schema.Type<typeof ActivityEntry> {}

/** What a correction does not state. */
const uncorrected = { cost_before: null, reason: null, corrected_by: null }

/** How a request was settled. A correction adds no tokens. */
const settledBy = ({ basis, credential_id = null, is_byok, model, models, provider }: EntryRecord["hold"]) => ({
  model: servedModel(model, models),
  provider,
  is_byok,
  credential_id,
  basis
})

/** What an entry says beside what all entries of its hold have in common. */
const statedBy = (entry: EntryRecord) => {
  const { hold, kind } = entry
  switch (kind) {
    case "unknown":
      return {
        ...uncorrected,
        id: hold.id,
        at: entry.entry.at,
        model: hold.models[0] ?? null,
        provider: entry.entry.provider,
        ...{ is_byok: null, credential_id: null, basis: null, cost: null },
        ...{ was_unknown: false, input_tokens: 0, output_tokens: 0 }
      }
    case "settled": {
      const was_unknown = unknownEntryOf(hold) !== null
      return {
        ...uncorrected,
        ...settledBy(hold),
        id: was_unknown ? `${hold.id}:0` : hold.id,
        at: hold.ended_at ?? hold.opened_at,
        cost: entry.cost,
        was_unknown,
        reason: entry.reconciliation?.reason ?? null,
        corrected_by: entry.reconciliation?.corrected_by ?? null,
        ...{ input_tokens: hold.input_tokens, output_tokens: hold.output_tokens }
      }
    }
    case "corrected": {
      const { corrected_at, corrected_by, cost, cost_before, number, reason } = entry.correction
      return {
        ...settledBy(hold),
        id: `${hold.id}:${number}`,
        at: corrected_at,
        ...{ cost, cost_before, reason, corrected_by },
        ...{ was_unknown: false, input_tokens: 0, output_tokens: 0 }
      }
    }
  }
}

/** Converts a stored entry to the one that the API returns. */
export const showEntry = (entry: EntryRecord): ActivityEntry => {
  const { hold, kind, position } = entry
  const { at, ...stated } = statedBy(entry)
  return {
    position,
    kind,
    hold_id: hold.id,
    at: DateTime.unsafeMake(at),
    opened_at: DateTime.unsafeMake(hold.opened_at),
    workspace_id: hold.workspace_id,
    key_hash: hold.key_hash,
    user_id: hold.user_id,
    labels: hold.labels,
    amount: hold.amount,
    ...stated
  }
}
