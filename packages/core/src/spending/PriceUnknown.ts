import * as Schema from "effect/Schema"
import { refusal } from "../schema/refusal.js"

/** The price book has no card for the model, so that an amount cannot be computed from usage. */
export class PriceUnknown extends refusal<PriceUnknown>()(
  "PriceUnknown",
  { provider: Schema.NullOr(Schema.String), model: Schema.NullOr(Schema.String) },
  {
    status: 400,
    reason: "price_unknown",
    sentence: "The price book has no price for this model. State the amount in USD.",
    issue: { field: "usage", expected: "an amount in place of usage, for a model without a price" },
    from: ({ payload: { model, provider } }) => ({ model: model ?? null, provider: provider ?? null })
  }
) {}
