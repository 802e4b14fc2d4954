import * as Schema from "effect/Schema"
import { documented } from "../../schema/fields.js"
import { type InputIssue, refusal } from "../../schema/refusal.js"
import { unchecked } from "../../schema/unchecked.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"

const missing = "The price book has no price for this model. State the amount in USD."

/**
 * The price book has no card for the model, so that an amount cannot be computed from usage; or several providers have one, and the
 * request names none of them.
 */
export class PriceUnknown extends refusal<PriceUnknown>()(
  "PriceUnknown",
  {
    provider: documented(
      Schema.NullOr(Schema.String),
      "Provider of the model without a price. Null if not stated.",
      null
    ),
    model: documented(Schema.NullOr(Schema.String), "Slug of the model without a price.", "acme/writer"),
    providers: documented(
      Schema.Array(unchecked(ProviderSlug)),
      "Slugs of the providers that have a price for the model and that the policy allows, if several have and none is stated. Else empty.",
      ["azure", "openai"]
    )
  },
  {
    status: 400,
    reason: "price_unknown",
    sentence: missing,
    stated: ["provider", "model", "providers"]
  }
) {
  override get message(): string {
    return this.providers.length === 0
      ? missing
      : "Several providers have a price for this model. State the provider, or the amount in USD."
  }
  override get issues(): ReadonlyArray<InputIssue> {
    return this.providers.length === 0
      ? [{ path: ["usage"], expected: "an amount in place of usage, for a model without a price" }]
      : [{ path: ["provider"], expected: `one of ${this.providers.join(", ")}` }]
  }
}
