import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { refusal } from "../schema/refusal.js"

/** The price book has no card for the model, so that an amount cannot be computed from usage. */
export class PriceUnknown extends refusal<PriceUnknown>()(
  "PriceUnknown",
  {
    provider: documented(
      Schema.NullOr(Schema.String),
      "Provider of the model without a price. Null if not stated.",
      null
    ),
    model: documented(Schema.NullOr(Schema.String), "Slug of the model without a price.", "acme/writer")
  },
  {
    status: 400,
    reason: "price_unknown",
    sentence: "The price book has no price for this model. State the amount in USD.",
    issue: { field: "usage", expected: "an amount in place of usage, for a model without a price" },
    stated: ["provider", "model"]
  }
) {}
