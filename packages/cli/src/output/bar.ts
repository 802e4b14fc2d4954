const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** A bar in proportion to the highest amount, in eighths of a character. An amount above 0 has at least one. */
export const barOf = (amount: bigint, highest: bigint, longest: number): string => {
  if (amount <= 0n || highest <= 0n) return ""
  const parts = Math.min(Number((amount * BigInt(longest * 8)) / highest) || 1, longest * 8)
  return "█".repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? "")
}
