import * as Schema from "effect/Schema"
import { documented } from "../../schema/fields.js"
import { text } from "../../schema/text.js"
import { unchecked } from "../../schema/unchecked.js"
import { KeyHash } from "../../values/KeyHash.js"
import * as Usd from "../../values/Usd.js"
import { Hold } from "./Hold.js"

/** How the cost of a hold was replaced by a truer one, and why. */
export const HoldCorrection = Schema.Struct({
  at: documented(Schema.DateTimeUtc, "Time of the correction (UTC)."),
  before: documented(Usd.UsdFromNumber, "Cost that was replaced, in USD.", Usd.fromNumber(0.25)),
  after: documented(Usd.UsdFromNumber, "Cost from then on, in USD.", Usd.fromNumber(0.125)),
  reason: documented(unchecked(text(500)), "Why this cost is truer.", "Invoice of May 2026"),
  by: documented(Schema.NullOr(KeyHash), "Hash of the management key that corrected the cost. Null for the host.", null)
}).annotations({ identifier: "HoldCorrection", description: "A correction of the cost of a hold." })
export interface HoldCorrection extends Schema.Schema.Type<typeof HoldCorrection> {}

/** A hold, and every correction of its cost. */
export const HoldWithCorrections = Schema.Struct({
  data: documented(Hold, "The hold."),
  corrections: documented(Schema.Array(HoldCorrection), "The corrections of its cost, oldest first.", [])
}).annotations({ identifier: "HoldWithCorrections", description: "A hold, and every correction of its cost." })
export interface HoldWithCorrections extends Schema.Schema.Type<typeof HoldWithCorrections> {}
