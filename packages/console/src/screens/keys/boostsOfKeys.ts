import type { Account, ApiKey } from "@tollgate/client"

const PAGE = 100

/** The most pages of boosts that are read. */
const MAX_PAGES = 10

/** What boosts in force add to the limit of a key, in USD. Its record does not have it. */
export type BoostOf = (key: Pick<ApiKey, "hash" | "limit_reset">) => number

/** Reads the boosts of keys that are in force: the latest 1,000. */
export const boostsOfKeys = async (account: Account, signal: AbortSignal): Promise<BoostOf> => {
  const sums = new Map<string, number>()
  for (let page = 0; page < MAX_PAGES; page++) {
    const part = { scope: "key", state: "in_force", limit: PAGE, offset: page * PAGE } as const
    const { data, total_count } = await account.budgets.boosts.list(part, { signal })
    for (const { scope_id, usd, window } of data) {
      const id = `${scope_id} ${window}`
      sums.set(id, Number(((sums.get(id) ?? 0) + usd).toFixed(9)))
    }
    if ((page + 1) * PAGE >= total_count) break
  }
  return ({ hash, limit_reset }) => sums.get(`${hash} ${limit_reset ?? "lifetime"}`) ?? 0
}
