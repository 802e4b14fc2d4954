import * as Order from "effect/Order"
import { costOf } from "../../prices/costOf.js"
import type { RateCard } from "../../prices/RateCard.js"
import type { Usage } from "../../prices/Usage.js"
import type * as Usd from "../../values/Usd.js"
import type { AdmissionAnswer } from "../model/Admission.js"
import { BudgetExceeded } from "../model/Budget.js"
import type { HoldRequest } from "./holdRequest.js"
import { LARGEST } from "./judge.js"
import type { Admissible } from "./judgeRequest.js"

const lesser = Order.min<Usd.Usd>(Order.bigint)

/** The refusals of an admission by its scopes. */
type ScopeRefusal = Extract<AdmissionAnswer, { readonly _tag: "Refused" }>["refusal"]

/**
 * The greatest output, of those below the usage's own, at which the usage costs at most `left` by each of the cards. 0 if its other parts
 * alone cost more. Null if it asks for no output.
 */
export const remainingOutput = (cards: ReadonlyArray<RateCard>, usage: Usage, left: bigint): number | null => {
  if (usage.output === 0) return null
  // A limit that is reached admits nothing, also nothing that is free.
  if (left <= 0n) return 0
  // By bisection, so that tiers and the rounding are those of `costOf`. A usage with less output costs no more.
  const fits = (output: number) => cards.every((card) => (costOf(card, { ...usage, output }) ?? 0n) <= left)
  let [most, excess] = [0, usage.output]
  while (excess - most > 1) {
    const output = Math.floor((most + excess) / 2)
    if (fits(output)) most = output
    else excess = output
  }
  return most
}

/** The refusal with the output that its budgets would admit, if the request was priced by its usage. */
export const withRemainingOutput = (
  refusal: ScopeRefusal,
  { usage }: HoldRequest,
  { cards }: Admissible
): ScopeRefusal => {
  if (refusal._tag !== "BudgetExceeded" || usage === undefined || cards.length === 0) return refusal
  const { budgets, reason } = refusal
  const left = budgets.reduce((least, { remaining }) => lesser(least, remaining), LARGEST)
  return new BudgetExceeded({ reason, budgets, remaining_output_tokens: remainingOutput(cards, usage, left) }, true)
}
