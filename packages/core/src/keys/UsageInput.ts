import * as Schema from "effect/Schema"
import { strict } from "../schema/fields.js"
import * as Usd from "../values/Usd.js"

/**
 * Usage to record for a key, in USD, each 0 to 1,000,000,000: through the gateway's credentials (`usage`) and through the
 * account's own (`byok_usage`).
 */
export const UsageInput = Schema.Struct({
  usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }).annotations({
    description: "Spending through the gateway's credentials, in USD. Counts toward the key's limit."
  }),
  byok_usage: Schema.optionalWith(Usd.UsdLimit, { default: () => Usd.zero }).annotations({
    description:
      "Spending through the organization's own provider credentials, in USD. Counts toward the key's limit only if the key has include_byok_in_limit."
  })
}).annotations({ identifier: "UsageInput", description: "Spending to record for an API key, in USD.", ...strict })
export interface UsageInput extends Schema.Schema.Type<typeof UsageInput> {}
