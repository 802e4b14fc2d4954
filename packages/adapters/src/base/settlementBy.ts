import type { NewSettlement, TokenUsage } from "@tollgate/node"

/**
 * The settlement by a usage that an answer states, if one of the conversions of `UsageFrom` can read it. Undefined if it is missing, its totals
 * are unknown, or its parts do not add up to them: it has no price then.
 */
export const settlementBy = (convert: (usage: unknown) => TokenUsage, usage: unknown): NewSettlement | undefined => {
  try {
    return { usage: convert(usage) }
  } catch {
    return undefined
  }
}
