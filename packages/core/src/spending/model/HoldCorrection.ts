import * as Schema from "effect/Schema"
import { documented, strict } from "../../schema/fields.js"
import { text } from "../../schema/text.js"
import { unchecked } from "../../schema/unchecked.js"
import { KeyHash } from "../../values/KeyHash.js"
import * as Usd from "../../values/Usd.js"
import { Hold } from "./Hold.js"
import type { HoldId } from "./HoldId.js"
import type { HoldRecord } from "./HoldRecord.js"

/** How the cost of a settled hold was corrected, and why. */
export const HoldCorrection = Schema.Struct({
  at: documented(Schema.DateTimeUtc, "Time of the correction (UTC)."),
  before: documented(Usd.UsdFromNumber, "Cost that was replaced, in USD.", Usd.fromNumber(0.25)),
  after: documented(Usd.UsdFromNumber, "Cost from then on, in USD.", Usd.fromNumber(0.125)),
  reason: documented(unchecked(text(500)), "Reason for the correction.", "Invoice of May 2026"),
  by: documented(Schema.NullOr(KeyHash), "Hash of the management key that corrected the cost. Null for the host.", null)
}).annotations({ identifier: "HoldCorrection", description: "A correction of the cost of a hold." })
export interface HoldCorrection extends Schema.Schema.Type<typeof HoldCorrection> {}

/** A hold, and every correction of its cost. */
export const HoldWithCorrections = Schema.Struct({
  data: documented(Hold, "The hold."),
  corrections: documented(Schema.Array(HoldCorrection), "The corrections of its cost, oldest first.", [])
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

/** A truer cost of a settled request, and why it is truer. */
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
  readonly cost_before: Usd.Usd
  /** The number of the correction among those of its hold, from 1. */
  readonly number: number
  /** The position of its entry among those of the organization. Null for a hold that is not charged to the scope of its organization. */
  readonly position: number | null
}

/** The hold whose cost was to be corrected, as the correction leaves it. */
export interface CorrectionAnswer {
  readonly hold: HoldRecord
  /** Whether the cost was replaced. If not, nothing was stored. */
  readonly is_corrected: boolean
}
