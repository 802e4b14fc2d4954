import { NewRateCard, type RateCard, Usage } from "@tollgate/core"
import { Schema } from "effect"

/** A usage from some of its parts. */
export const usage = Schema.decodeSync(Usage)

/** A card of the model `acme/m` with these rates in USD per million tokens. */
export const card = (
  rates: (typeof NewRateCard.Encoded)["rates"],
  tiers: (typeof NewRateCard.Encoded)["tiers"] = []
): RateCard => Schema.decodeSync(NewRateCard)({ provider: "acme", model: "m", rates, tiers })
