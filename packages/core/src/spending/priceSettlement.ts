import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { inputTokens, outputTokens } from "../prices/Usage.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { countUnknownPrice } from "./countSpend.js"
import type { HoldRecord } from "./HoldRecord.js"
import type { Settlement } from "./holdLife.js"
import { allowsProvider } from "./judgePolicy.js"
import { priceUsage, sameModels } from "./priceUsage.js"
import type { NewSettlement } from "./Settlement.js"

type Priced = Omit<Settlement, "credential_id" | "is_byok">

const missing = (path: string, expected: string) => new InvalidInput({ issues: [{ path: [path], expected }] })

/**
 * Prices a settlement. A stated cost wins; a usage is priced by the card that was in force when the hold was opened. None if there
 * is no such card. Without a provider that is the only card of those that the policy allowed.
 *
 * Fails with `InvalidInput` if neither is stated, or if a usage may be of several models and none is named.
 */
export const priceSettlement = Effect.fnUntraced(function* (
  { basis, cost, usage, ...input }: NewSettlement,
  hold: Pick<HoldRecord, "models" | "opened_at" | "provider" | "providers" | "ignored_providers">
) {
  const at = DateTime.unsafeMake(hold.opened_at)
  const provider = input.provider ?? hold.provider
  const model = input.model ?? null
  const isOther = model !== null && hold.models.length > 0 && !hold.models.includes(model)
  const priced = (cost: Settlement["cost"], basis: Settlement["basis"], by: string | null = null) =>
    Effect.map(
      isOther ? sameModels(provider, model, hold.models, at) : Effect.succeed([]),
      (same_models): Option.Option<Priced> =>
        Option.some({
          cost,
          basis,
          model,
          same_models,
          provider: input.provider ?? by,
          input_tokens: usage === undefined ? 0 : inputTokens(usage),
          output_tokens: usage === undefined ? 0 : outputTokens(usage)
        })
    )
  if (cost !== undefined) return yield* priced(cost, basis ?? null)
  if (usage === undefined) return yield* missing("cost", "the cost in USD, or a usage")
  const [only, ...others] = hold.models
  const used = model ?? (others.length === 0 ? only : undefined)
  if (used === undefined) return yield* missing("model", "the slug of the model that was used")
  const allows = (slug: string) => allowsProvider(hold, slug)
  const price = yield* priceUsage(usage, { model: used, provider, allows, at })
  if (Either.isLeft(price)) {
    yield* countUnknownPrice
    return Option.none()
  }
  return yield* priced(price.right.cost, basis === "estimate" ? basis : "table", price.right.provider)
})
