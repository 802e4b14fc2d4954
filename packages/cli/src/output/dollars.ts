import type { Usd } from "@tollgate/core"

/** An amount in USD as an exact decimal. The text of a number would be `1e-9` for a nano-dollar. */
export const decimalOf = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(10, "0")
  const decimal = `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, "")
  return amount < 0n ? `-${decimal}` : decimal
}

/** An amount with its sign: `$0.75`. */
export const dollars = (amount: Usd.Usd): string => `$${decimalOf(amount)}`
