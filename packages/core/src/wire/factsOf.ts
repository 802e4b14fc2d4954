import * as Usd from "../values/Usd.js"
import { propertyOf } from "./kindOf.js"

/** What a budget that refuses a request tells its sender. Amounts are in USD. */
export interface BudgetFacts {
  /** What the budget limits: `key`, `guardrail_key`, `guardrail_member`, `run`, `workspace` or `organization`. */
  readonly scope: string
  /** Hash of the key, id of the guardrail or path of the run. Null for a budget of a member, the workspace or the organization. */
  readonly id: string | null
  /** `lifetime`, `daily`, `weekly` or `monthly`. */
  readonly window: string
  /** Null for a budget that others spend from, too, as are `boost_usd`, `spent_usd`, `held_usd` and `unknown_usd`. */
  readonly limit_usd: number | null
  /** What boosts in force add to the limit. */
  readonly boost_usd: number | null
  readonly spent_usd: number | null
  readonly held_usd: number | null
  readonly unknown_usd: number | null
  readonly asked_usd: number
  /** The least that a budget that refuses the request has left. At least 0. */
  readonly remaining_usd: number
  /** Output tokens that the rest is enough for, beside the input of the request. Null if they are not known. */
  readonly remaining_output_tokens: number | null
  /** End of the window (UTC). Null for the lifetime. */
  readonly resets_at: string | null
}

/** Facts about a refusal, as JSON. */
export interface RefusalFacts extends Partial<BudgetFacts> {
  /** The stable word for the cause. */
  readonly reason: string
  /** The model without a price. */
  readonly model?: string
  /** Path of the run that refuses. */
  readonly run?: string
}

/** Dollars of an amount, which the classes of core have in nano-dollars. */
const dollars = (amount: unknown): number =>
  typeof amount === "bigint" ? Usd.toNumber(Usd.Usd.make(amount, true)) : Number(amount ?? 0)

/** An instant as text: of Effect's `DateTime`, a `Date` or a text. */
const instant = (at: unknown): string | null => {
  if (typeof at === "string") return at
  const millis = at instanceof Date ? at.getTime() : propertyOf(at, "epochMillis")
  return typeof millis === "number" ? new Date(millis).toISOString() : null
}

/** The scopes that no other key spends from. Of the others, a key learns what remains, not what others have spent. */
const own = ["key", "guardrail_key"]

/** What the budgets of `BudgetExceeded` tell, of which the first is the binding one. Undefined if there are none. */
const budgetFacts = (refusal: unknown): BudgetFacts | undefined => {
  const budgets = propertyOf(refusal, "budgets")
  if (!Array.isArray(budgets) || budgets.length === 0) return undefined
  const [binding] = budgets
  const of = (name: string) => propertyOf(binding, name)
  const scope = String(of("scope"))
  const isOwn = own.includes(scope)
  const ifOwn = (name: string) => (isOwn ? dollars(of(name)) : null)
  const tokens = propertyOf(refusal, "remaining_output_tokens")
  return {
    scope,
    // The request has stated the path of its run.
    id: isOwn || scope === "run" ? String(of("id")) : null,
    window: String(of("window")),
    limit_usd: ifOwn("limit"),
    boost_usd: ifOwn("boost"),
    spent_usd: ifOwn("spent"),
    held_usd: ifOwn("held"),
    unknown_usd: ifOwn("unknown"),
    asked_usd: dollars(of("asked")),
    remaining_usd: Math.max(0, Math.min(...budgets.map((budget) => dollars(propertyOf(budget, "remaining"))))),
    remaining_output_tokens: typeof tokens === "number" ? tokens : null,
    resets_at: instant(of("resets_at"))
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : undefined)

/** What a refusal tells the sender of the request. Of a key that cannot spend, no more than that. */
export const factsOf = (refusal: unknown): RefusalFacts => {
  switch (propertyOf(refusal, "_tag")) {
    case "KeyRefused":
      return { reason: "invalid_credential" }
    case "RateLimited":
      return { reason: "rate_limited" }
    case "PriceUnknown": {
      const model = text(propertyOf(refusal, "model"))
      return { reason: "price_unknown", ...(model !== undefined && { model }) }
    }
    case "RunRefused": {
      const run = text(propertyOf(refusal, "run"))
      return { reason: text(propertyOf(refusal, "reason")) ?? "run_stopped", ...(run !== undefined && { run }) }
    }
    default:
      return { reason: text(propertyOf(refusal, "reason")) ?? "internal_error", ...budgetFacts(refusal) }
  }
}
