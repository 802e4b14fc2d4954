/** A limit, with its boosts, and what is used of it, in USD. */
export interface Used {
  readonly spent: number
  readonly held: number
  readonly unknown: number
  readonly limit: number | null
}

/** What is left of a limit, in USD: negative if it is exceeded, null without one. */
export const leftOf = ({ held, limit, spent, unknown }: Used): number | null =>
  limit === null ? null : Number((limit - spent - held - unknown).toFixed(9))
