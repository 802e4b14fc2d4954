import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import { type Coder, FALL_BACK, OwnCoder } from "../schema/Coder.js"
import { expected } from "../schema/expected.js"

/**
 * An amount in whole nano-dollars (10⁻⁹ USD), so that sums are exact. In JSON it is a number of dollars.
 */
export const Usd = Schema.BigIntFromSelf.pipe(Schema.brand("Usd"))
export type Usd = typeof Usd.Type

/** Every integer is a valid amount, so validation is skipped. */
const usd = Brand.nominal<Usd>()

const NANOS = 1_000_000_000n
/** Integers of a smaller magnitude are exact as doubles. */
const EXACT = 2n ** 53n

/** 0 USD. */
export const zero: Usd = usd(0n)

/** The exact sum of two amounts. */
export const add = (a: Usd, b: Usd): Usd => usd(a + b)

/** The exact difference of two amounts. Negative if `b` is the greater one. */
export const subtract = (a: Usd, b: Usd): Usd => usd(a - b)

/**
 * Converts dollars to an amount, rounded to the nearest nano-dollar. Exact for every decimal of at most nine places that a
 * double distinguishes from its neighbours (always up to 15 digits). The number must be finite.
 */
export const fromNumber = (dollars: number): Usd => {
  if (Number.isInteger(dollars)) return usd(BigInt(dollars) * NANOS)
  // Up to 15 digits, each decimal has its own double, so this is the decimal that was written.
  const few = Math.round(dollars * 1e9)
  if (Math.abs(few) < 1e15 && few / 1e9 === dollars) return usd(BigInt(few))
  // The shortest decimal that parses to this number is taken as the one that was written.
  const [mantissa = "", exponent = "0"] = String(Math.abs(dollars)).split("e")
  const [whole = "", fraction = ""] = mantissa.split(".")
  const digits = BigInt(whole + fraction)
  const shift = 9 + Number(exponent) - fraction.length
  const unit = 10n ** BigInt(Math.abs(shift))
  const nanos = shift >= 0 ? digits * unit : (digits + unit / 2n) / unit
  return usd(dollars < 0 ? -nanos : nanos)
}

/** Converts an amount to dollars: the double nearest to it. */
export const toNumber = (amount: Usd): number => {
  // Both operands are exact, and IEEE 754 division rounds to the nearest.
  if (amount > -EXACT && amount < EXACT) return Number(amount) / 1e9
  const digits = (amount < 0n ? -amount : amount).toString().padStart(10, "0")
  return Number(`${amount < 0n ? "-" : ""}${digits.slice(0, -9)}.${digits.slice(-9)}`)
}

const encode: Coder = (amount) => {
  // Every integer is an amount, but not every one a finite number.
  const dollars = typeof amount === "bigint" ? toNumber(usd(amount)) : Number.NaN
  return Number.isFinite(dollars) ? dollars : FALL_BACK
}

/** An amount: dollars as a JSON number, nano-dollars in memory. */
export const UsdFromNumber = Schema.transform(Schema.Finite, Schema.typeSchema(Usd), {
  strict: true,
  decode: fromNumber,
  encode: toNumber
}).annotations({ [OwnCoder]: { encode } })

/** An amount in a request: 0 to 1,000,000,000 USD. */
export const UsdLimit = Schema.transform(
  Schema.Finite.pipe(Schema.between(0, 1e9)),
  Schema.typeSchema(Usd).pipe(Schema.betweenBigInt(0n, 1_000_000_000n * NANOS)),
  { strict: true, decode: fromNumber, encode: toNumber }
).pipe(expected("a number between 0 and 1000000000"))

/** An amount in a request: from one nano-dollar to 1,000,000,000 USD. */
export const UsdAmount = Schema.transform(
  Schema.Finite.pipe(Schema.greaterThan(0), Schema.lessThanOrEqualTo(1e9)),
  Schema.typeSchema(Usd).pipe(Schema.betweenBigInt(1n, 1_000_000_000n * NANOS)),
  { strict: true, decode: fromNumber, encode: toNumber }
).pipe(expected("a number above 0, at most 1000000000"))
