// Dollars as whole nano-dollars. This file imports nothing: the client is made from it.

/** The nano-dollars of a dollar. */
export const NANOS = 1_000_000_000n

/** Integers of a smaller magnitude are exact as doubles. */
const EXACT = 2n ** 53n

/** Dollars in nano-dollars, rounded to the nearest. The number must be finite. */
export const fromDollars = (dollars: number): bigint => {
  if (Number.isInteger(dollars)) return BigInt(dollars) * NANOS
  // Up to 15 digits, each decimal has its own double, so this is the decimal that was written.
  const few = Math.round(dollars * 1e9)
  if (Math.abs(few) < 1e15 && few / 1e9 === dollars) return BigInt(few)
  // The shortest decimal that parses to this number is taken as the one that was written.
  const [mantissa = "", exponent = "0"] = String(Math.abs(dollars)).split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const digits = BigInt(whole + fraction)
  const shift = 9 + Number(exponent) - fraction.length
  const unit = 10n ** BigInt(Math.abs(shift))
  const nanos = shift >= 0 ? digits * unit : (digits + unit / 2n) / unit
  return dollars < 0 ? -nanos : nanos
}

/** Nano-dollars in dollars: the double nearest to them. */
export const toDollars = (nanos: bigint): number => {
  // Both operands are exact, and IEEE 754 division rounds to the nearest.
  if (nanos > -EXACT && nanos < EXACT) return Number(nanos) / 1e9
  const digits = (nanos < 0n ? -nanos : nanos).toString().padStart(10, "0")
  return Number(`${nanos < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`)
}
