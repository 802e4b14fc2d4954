import type { NewSettlement, TokenUsage } from "@tollgate/node"

/**
 * The settlement by a usage that an answer states, if a conversion, such as one of `UsageFrom`, can read it. Undefined if it is missing, its
 * totals are unknown, or its parts do not add up to them: it has no price then. Undefined also if all of it is 0: so frameworks show a usage
 * that the provider has not stated.
 */
export const settlementBy = <Stated>(
  convert: (usage: Stated) => TokenUsage,
  usage: Stated
): NewSettlement | undefined => {
  try {
    const found = convert(usage)
    return Object.values(found).some((count) => count > 0) ? { usage: found } : undefined
  } catch {
    return undefined
  }
}
