import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"

/**
 * An amount of US dollars as a whole number of nano-dollars (10⁻⁹ USD), so that sums never drift.
 * Only at the edge is it a JSON number of dollars.
 */
export const Usd = Schema.BigIntFromSelf.pipe(Schema.brand("Usd"))
export type Usd = typeof Usd.Type

/** Every whole number is an amount, so nothing is looked at. */
const usd = Brand.nominal<Usd>()

const NANOS = 1_000_000_000n
/** Whole numbers below are doubles. */
const EXACT = 2n ** 53n

export const zero: Usd = usd(0n)

export const add = (a: Usd, b: Usd): Usd => usd(a + b)

export const subtract = (a: Usd, b: Usd): Usd => usd(a - b)

/**
 * Dollars, rounded to the nearest nano-dollar. Exact for every decimal of at most nine places and 15 digits, and for any other
 * of nine places that a double tells from its neighbours. The number must be finite.
 */
export const fromNumber = (dollars: number): Usd => {
  if (Number.isInteger(dollars)) return usd(BigInt(dollars) * NANOS)
  // Of so few digits no two decimals are one number, so what reads as this one is what was written.
  const few = Math.round(dollars * 1e9)
  if (Math.abs(few) < 1e15 && few / 1e9 === dollars) return usd(BigInt(few))
  // The shortest decimal that reads as this number is the one that was written.
  const [mantissa = "", exponent = "0"] = String(Math.abs(dollars)).split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const digits = BigInt(whole + fraction)
  const shift = 9 + Number(exponent) - fraction.length
  const unit = 10n ** BigInt(Math.abs(shift))
  const nanos = shift >= 0 ? digits * unit : (digits + unit / 2n) / unit
  return usd(dollars < 0 ? -nanos : nanos)
}

/** The JSON number nearest to the amount; exact where a double can be. */
export const toNumber = (amount: Usd): number => {
  // Both are exact as doubles, and a quotient is rounded to the nearest.
  if (amount > -EXACT && amount < EXACT) return Number(amount) / 1e9
  const digits = (amount < 0n ? -amount : amount).toString().padStart(10, "0")
  return Number(`${amount < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`)
}

/** An amount on the wire: dollars as a JSON number, nano-dollars in memory. */
export const UsdFromNumber = Schema.transform(Schema.Finite, Schema.typeSchema(Usd), {
  strict: true,
  decode: fromNumber,
  encode: toNumber
})

/** A limit that somebody may set: 0 to 1,000,000,000 dollars. Zero blocks all spending. */
export const UsdLimit = Schema.transform(
  Schema.Finite.pipe(Schema.between(0, 1e9)),
  Schema.typeSchema(Usd).pipe(Schema.betweenBigInt(0n, 1_000_000_000n * NANOS)),
  { strict: true, decode: fromNumber, encode: toNumber }
).pipe(expected("a number between 0 and 1000000000"))
