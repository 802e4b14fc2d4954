import type { ApiKey } from "@tollgate/client"
import type { Used } from "../../ui/Used.js"

const exact = (amount: number) => Number(amount.toFixed(9))

/** What a key has spent in the window of its limit, through the credentials that its limit counts. */
const spentOf = (key: ApiKey): number => {
  const [own, byok] = {
    none: [key.usage, key.byok_usage],
    daily: [key.usage_daily, key.byok_usage_daily],
    weekly: [key.usage_weekly, key.byok_usage_weekly],
    monthly: [key.usage_monthly, key.byok_usage_monthly]
  }[key.limit_reset ?? "none"] as [number, number] // The four have two numbers each.
  return key.include_byok_in_limit ? own + byok : own
}

/**
 * How much of a key's limit is used, with what boosts in force add to the limit. Held and unknown are those of all windows, because the record of a
 * key has no others.
 */
export const usedOfKey = (key: ApiKey, boost: number): Used => {
  const byok = key.include_byok_in_limit ? 1 : 0
  return {
    spent: exact(spentOf(key)),
    held: exact(key.held + byok * key.byok_held),
    unknown: exact(key.unknown + byok * key.byok_unknown),
    limit: key.limit === null ? null : exact(key.limit + boost)
  }
}
