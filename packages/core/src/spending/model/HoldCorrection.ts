import * as Schema from "effect/Schema"
import { documented, strict } from "../../schema/fields.js"
import { text } from "../../schema/text.js"
import { unchecked } from "../../schema/unchecked.js"
import { KeyHash } from "../../values/KeyHash.js"
import * as Usd from "../../values/Usd.js"
import { Hold } from "./Hold.js"
import type { HoldId } from "./HoldId.js"
import type { HoldRecord } from "./HoldRecord.js"

/** How the cost of a hold was corrected, or how a hold whose outcome was unknown was reconciled, and why. */
export const HoldCorrection = Schema.Struct({
  at: documented(Schema.DateTimeUtc, "Time of the correction (UTC)."),
  before: documented(
    Schema.NullOr(Usd.UsdFromNumber),
    "Cost that was replaced, in USD. Null for a reconciliation: the outcome was unknown, and the hold had no cost.",
    Usd.fromNumber(0.25)
  ),
  after: documented(Usd.UsdFromNumber, "Cost from then on, in USD.", Usd.fromNumber(0.125)),
  reason: documented(unchecked(text(500)), "Reason for the correction.", "Invoice of May 2026"),
  by: documented(Schema.NullOr(KeyHash), "Hash of the management key that corrected the cost. Null for the host.", null)
}).annotations({
  identifier: "HoldCorrection",
  description: "A correction of the cost of a hold, or its reconciliation."
})
export interface HoldCorrection extends Schema.Schema.Type<typeof HoldCorrection> {}

/** A hold, and every correction of its cost. */
export const HoldWithCorrections = Schema.Struct({
  data: documented(Hold, "The hold."),
  corrections: documented(
    Schema.Array(HoldCorrection),
    "The corrections of its cost, oldest first. The first one is a reconciliation if its `before` is null.",
    []
  )
}).annotations({ identifier: "HoldWithCorrections", description: "A hold, and every correction of its cost." })
export interface HoldWithCorrections extends Schema.Schema.Type<typeof HoldWithCorrections> {}

/** Input for correcting the cost of a settled hold. */
export const CostCorrection = Schema.Struct({
  cost: documented(Usd.UsdLimit, "What the request cost, in USD. It replaces the present cost.", Usd.fromNumber(0.125)),
  reason: documented(text(500), "Reason for the correction. It is kept with the correction.", "Invoice of May 2026")
}).annotations({
  identifier: "CostCorrection",
  description: "Input for correcting the cost of a settled hold.",
  ...strict
})
export interface CostCorrection extends Schema.Schema.Type<typeof CostCorrection> {}

/** Input for settling a hold whose outcome is unknown, once its cost is known. */
export const Reconciliation = Schema.Struct({
  cost: documented(
    Usd.UsdLimit,
    "What the provider billed for the request, in USD. 0 if it billed nothing.",
    Usd.fromNumber(0.125)
  ),
  reason: documented(text(500), "Reason for this cost. It is kept with the hold.", "The provider billed nothing")
}).annotations({
  identifier: "Reconciliation",
  description: "Input for settling a hold whose outcome is unknown.",
  ...strict
})
export interface Reconciliation extends Schema.Schema.Type<typeof Reconciliation> {}

/** A truer cost of a settled request, or the cost of one whose outcome was unknown, and why it is that. */
export interface Correction {
  readonly cost: Usd.Usd
  readonly reason: string
  /** The management key that corrects the cost. Null for the host. */
  readonly corrected_by: KeyHash | null
  /** In milliseconds since 1970. */
  readonly corrected_at: number
}

/** A correction as it is kept. */
export interface CorrectionRecord extends Correction {
  readonly id: HoldId
  /** Null for a reconciliation: the outcome was unknown. */
  readonly cost_before: Usd.Usd | null
  /** The number of the correction among those of its hold, from 1. */
  readonly number: number
  /**
   * The position of its entry among those of the organization. Null for a hold that is not charged to the scope of its organization, and for
   * a reconciliation, whose entry is the settlement.
   */
  readonly position: number | null
}

/** The hold whose cost was to be corrected, as the correction leaves it. */
export interface CorrectionAnswer {
  readonly hold: HoldRecord
  /** Whether the cost was replaced, or the hold reconciled. If not, nothing of it was stored. */
  readonly is_corrected: boolean
}
