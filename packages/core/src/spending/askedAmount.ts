import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { InvalidInput } from "../schema/InvalidInput.js"
import * as Usd from "../values/Usd.js"
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
 * the price is that of the dearest one.
 *
 * Fails with `PriceUnknown`.
 */
export const askedAmount = Effect.fnUntraced(function* (input: HoldRequest, at: DateTime.Utc) {
  const { amount, models, provider = null, usage } = input
  if (usage === undefined) return amount ?? Usd.zero
  const prices = yield* Effect.forEach(models, (model) =>
    Effect.flatMap(priceUsage(usage, provider, model, at), (price) =>
      Option.isSome(price) ? Effect.succeed(price.value) : Effect.fail(new PriceUnknown({ provider, model }))
    )
  )
  return prices.reduce(dearer, Usd.zero)
})
