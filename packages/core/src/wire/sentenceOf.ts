import type { RefusalFacts } from "./factsOf.js"
import { propertyOf, type RefusalKind } from "./kindOf.js"

/** Sentences in place of messages that are for the gateway, or tell more than a caller may know. */
const sentences: Partial<Record<RefusalKind, string>> = {
  key: "The key is unknown, malformed, disabled or expired.",
  unavailable: "The gateway is not available. Try again.",
  failed: "The gateway failed. Ask its operator."
}

/** Without an exponent. */
const money = (amount: number) => `$${amount < 1e-6 ? amount.toFixed(9).replace(/\.?0+$/, "") : amount}`

/** What is left, in a sentence that a user of the client reads. */
const left = (facts: RefusalFacts): string => {
  const {
    boost_usd: boost,
    limit_usd: limit,
    remaining_output_tokens: tokens,
    remaining_usd: remaining,
    resets_at
  } = facts
  if (remaining === undefined) return ""
  const boosted = boost === null || boost === undefined || boost === 0 ? "" : ` and a boost of ${money(boost)}`
  const of = limit === null || limit === undefined ? "" : ` of ${money(limit)}${boosted}`
  const enough = tokens === null || tokens === undefined ? "" : `, enough for ${tokens} output tokens`
  const reset = resets_at === null || resets_at === undefined ? "" : ` It resets at ${resets_at}.`
  return ` ${money(remaining)}${of} is left${enough}.${reset}`
}

/** The message of a refusal for the sender of a model request. */
export const sentenceOf = (refusal: unknown, kind: RefusalKind, facts: RefusalFacts): string => {
  if (propertyOf(refusal, "_tag") === "PriceUnknown") {
    return `The gateway has no price for the model${facts.model === undefined ? "" : ` ${facts.model}`}: use another one, or ask its operator.`
  }
  const stated = propertyOf(refusal, "message")
  const sentence = sentences[kind] ?? (typeof stated === "string" && stated !== "" ? stated : "The request is refused.")
  return `${sentence}${left(facts)}`
}
