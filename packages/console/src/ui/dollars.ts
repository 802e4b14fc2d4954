/** An amount in USD, 0 or more, as an exact decimal: `0.75`. */
export const decimal = (amount: number): string => {
  const text = String(amount)
  return text.includes("e") ? amount.toFixed(9).replace(/\.?0+$/, "") : text
}

/** An amount in USD as the command line prints it: `$0.75`. */
export const dollars = (amount: number): string => `${amount < 0 ? "-" : ""}$${decimal(Math.abs(amount))}`
