/** An amount in USD as the command line prints it: an exact decimal, `$0.75`. */
export const dollars = (amount: number): string => {
  const text = String(Math.abs(amount))
  const decimal = text.includes("e")
    ? Math.abs(amount)
        .toFixed(9)
        .replace(/\.?0+$/, "")
    : text
  return `${amount < 0 ? "-" : ""}$${decimal}`
}
