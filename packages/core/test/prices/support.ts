import { RateCard, Usage } from "@tollgate/core"
import { Schema } from "effect"

/** A usage from some of its parts. */
export const usage = Schema.decodeSync(Usage)

/** A card of the model `acme/m` with these rates in USD per million tokens. */
export const card = (
  rates: (typeof RateCard.Encoded)["rates"],
  tiers: (typeof RateCard.Encoded)["tiers"] = []
): RateCard => Schema.decodeSync(RateCard)({ provider: "acme", model: "m", rates, tiers })
