/** An amount that was typed, in USD: null if nothing was, undefined if it is no amount. */
export const amountOf = (typed: string): number | null | undefined => {
  const text = typed.trim().replace(/^\$\s*/, "")
  if (text === "") return null
  return /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : undefined
}

/** What an amount must be. */
export const amountProblem = "This must be an amount in USD, such as 5 or 0.25."
