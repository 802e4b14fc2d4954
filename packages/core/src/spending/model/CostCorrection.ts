import * as Schema from "effect/Schema"
import { documented, strict } from "../../schema/fields.js"
import { text } from "../../schema/text.js"
import * as Usd from "../../values/Usd.js"

/** Input for correcting the cost of a settled hold. */
export const CostCorrection = Schema.Struct({
  cost: documented(Usd.UsdLimit, "What the request cost, in USD. It replaces the present cost.", Usd.fromNumber(0.125)),
  reason: documented(text(500), "Why this cost is truer. It is kept with the correction.", "Invoice of May 2026")
}).annotations({
  identifier: "CostCorrection",
  description: "Input for correcting the cost of a settled hold.",
  ...strict
})
export interface CostCorrection extends Schema.Schema.Type<typeof CostCorrection> {}
