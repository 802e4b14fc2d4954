/** Parses an amount in USD: null for a blank text, undefined for one that is not an amount. */
export const amountOf = (typed: string): number | null | undefined => {
  const text = typed.trim().replace(/^\$\s*/, "")
  if (text === "") return null
  return /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : undefined
}

/** The problem of a text that is not an amount. */
export const amountProblem = "This must be an amount in USD, such as 5 or 0.25."
