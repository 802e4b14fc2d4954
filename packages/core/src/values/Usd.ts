import * as Brand from "effect/Brand"
import * as Schema from "effect/Schema"
import { type Coder, FALL_BACK, OwnCoder } from "../schema/Coder.js"
import { expected } from "../schema/expected.js"
import { fromDollars, NANOS, toDollars } from "./nanoDollars.js"

/**
 * An amount in whole nano-dollars (10⁻⁹ USD), so that sums are exact. In JSON it is a number of dollars.
 */
export const Usd = Schema.BigIntFromSelf.pipe(Schema.brand("Usd"))
export type Usd = typeof Usd.Type

/** Every integer is a valid amount, so validation is skipped. */
const usd = Brand.nominal<Usd>()

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
export const fromNumber = (dollars: number): Usd => usd(fromDollars(dollars))

/** Converts an amount to dollars: the double nearest to it. */
export const toNumber = (amount: Usd): number => toDollars(amount)

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
