import * as Usd from "../../values/Usd.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import type { Scope, Tally } from "../model/Scope.js"
import { counts } from "./holdLife.js"

/** The largest amount that the counters of a scope hold together: the maximum of a 64-bit integer, about 9.2 billion USD. */
export const LARGEST = Usd.Usd.make(2n ** 63n - 1n)

const sumOf = ({ held, spent, unknown }: Tally): bigint => spent.lifetime + held.lifetime + unknown.lifetime

/**
 * Whether a scope has room for an amount more: what is spent, held and unknown, own and BYOK together, stays at most `LARGEST`. No
 * window has more than the whole life of the scope, so that alone is asked.
 */
export const hasRoom = ({ byok, own }: Scope, amount: Usd.Usd): boolean => sumOf(own) + sumOf(byok) + amount <= LARGEST

/** What a hold adds to each of its scopes, in all. */
const weightOf = (hold: Pick<HoldRecord, "amount" | "cost" | "state">): Usd.Usd => {
  if (hold.state === "settled") return hold.cost ?? Usd.zero
  return counts(hold) ? hold.amount : Usd.zero
}

/** How much more a hold adds to its scopes after a change; 0 if it adds the same or less, as most do. */
export const growthOf = (before: HoldRecord, after: HoldRecord): Usd.Usd => {
  const [one, other] = [weightOf(before), weightOf(after)]
  return other > one ? Usd.subtract(other, one) : Usd.zero
}
