/** The significant digits of a decimal number without zeros at the ends, and the exponent of the last one. */
const normalize = (decimal: string): string => {
  const [mantissa = "", exponent = "0"] = decimal.toLowerCase().split("e")
  const [whole = "", fraction = ""] = mantissa.replace(/^[-+]/, "").split(".")
  const digits = (whole + fraction).replace(/^0+/, "")
  const significant = digits.replace(/0+$/, "")
  if (significant === "") return "0"
  return `${significant}e${Number(exponent) - fraction.length + (digits.length - significant.length)}`
}

/**
 * Whether a JSON number keeps its value when JavaScript reads and writes it. `12345678901234567890` reads as
 * 12345678901234567000, and `1e-400` reads as 0.
 */
export const isExactNumber = (token: string): boolean => {
  // A 64-bit float keeps 15 significant digits.
  if (token.length <= 15 && !/e/i.test(token)) return true
  const value = Number(token)
  return Number.isFinite(value) && normalize(token) === normalize(String(value))
}
