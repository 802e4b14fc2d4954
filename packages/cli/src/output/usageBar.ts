import { Usd } from "@tollgate/core"
import { boostedLimit, type Row } from "./valueText.js"

/** The length of a bar, in characters. */
const BAR = 20

const amountOf = (row: Row, name: string) => Usd.fromNumber(Number(row[name]))

/** How much of the limit in a field, with its boosts, is spent, held and unknown: a bar of three shades. Nothing without a limit. */
export const usageBar = (row: Row, name: string): string => {
  const limit = boostedLimit(row, name)
  if (limit === null) return ""
  let sum = 0n
  let bar = ""
  for (const [name, mark] of [
    ["spent", "█"],
    ["held", "▓"],
    ["unknown", "▒"]
  ] as const) {
    const amount = amountOf(row, name)
    sum += amount
    const end = limit === 0n || sum >= limit ? BAR : Number((sum * BigInt(BAR)) / limit)
    // An amount above 0 has at least one mark.
    if (amount > 0n) bar = bar.padEnd(Math.min(Math.max(end, bar.length + 1), BAR), mark)
  }
  return bar.padEnd(BAR, "░")
}
