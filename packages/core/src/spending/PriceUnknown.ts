import * as Schema from "effect/Schema"
import type { InputIssue } from "../schema/refusal.js"

/** The price book has no card for the model, so an amount cannot be computed from usage. */
export class PriceUnknown extends Schema.TaggedError<PriceUnknown>()("PriceUnknown", {
  provider: Schema.NullOr(Schema.String),
  model: Schema.NullOr(Schema.String)
}) {
  override get message(): string {
    return "The price book has no price for this model. State the amount in USD."
  }
  /** What to change in the request. */
  get issues(): ReadonlyArray<InputIssue> {
    return [{ path: ["usage"], expected: "an amount in place of usage, for a model without a price" }]
  }
}
