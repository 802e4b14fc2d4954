import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Order from "effect/Order"
import { InvalidInput } from "../schema/InvalidInput.js"
import * as Usd from "../values/Usd.js"
import { allowsProvider, type ProviderRules } from "./judgePolicy.js"
import type { HoldRequest } from "./modelsOf.js"
import type { NewHold } from "./NewHold.js"
import { PriceUnknown } from "./PriceUnknown.js"
import { priceUsage } from "./priceUsage.js"

const dearer = Order.max<Usd.Usd>(Order.bigint)

const expected = "an amount in USD or a usage, and not both"

/** Checks that a request states either an amount or a usage. Fails with `InvalidInput`. */
export const requireAmount = ({ amount, usage }: NewHold): Effect.Effect<void, InvalidInput> =>
  (amount === undefined) === (usage === undefined)
    ? Effect.fail(new InvalidInput({ issues: [{ path: ["amount"], expected }] }))
    : Effect.void

/**
 * The amount that a request asks for: as it is stated, or the price of its usage at an instant. Any of its models may serve it, so
 * the price is that of the dearest one. Without a provider, each is priced by the only card of the providers that the policy allows;
 * if all are of one provider, the request goes to it.
 *
 * Fails with `PriceUnknown`.
 */
export const askedAmount = Effect.fnUntraced(function* (input: HoldRequest, rules: ProviderRules, at: DateTime.Utc) {
  const { amount, models, provider = null, usage } = input
  if (usage === undefined) return { asked: amount ?? Usd.zero, provider }
  const allows = (slug: string) => allowsProvider(rules, slug)
  const prices = yield* Effect.forEach(models, (model) =>
    Effect.flatMap(
      priceUsage(usage, { model, provider, allows, at }),
      Either.mapLeft((providers) => new PriceUnknown({ provider, model, providers }))
    )
  )
  const [only = null, ...others] = new Set(prices.map((price) => price.provider))
  return {
    asked: prices.reduce((most, { cost }) => dearer(most, cost), Usd.zero),
    provider: others.length === 0 ? only : null
  }
})
