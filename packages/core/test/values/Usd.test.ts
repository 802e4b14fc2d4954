import { describe, expect, it } from "@effect/vitest"
import { Usd } from "@tollgate/core"
import { Either, FastCheck as fc, Schema } from "effect"
import { runs } from "../../../../test/runs.js"

const often = { fastCheck: { numRuns: runs(1_000, 5_000) } }

/** A decimal of at most 1e9 dollars as its digits, as a user may write it. */
const decimal = (maxWhole: number) =>
  fc
    .record({
      whole: fc.integer({ min: 0, max: maxWhole }),
      nanos: fc.integer({ min: 0, max: 999_999_999 }),
      digits: fc.integer({ min: 0, max: 9 })
    })
    .map(({ digits, nanos, whole }) => {
      const fraction = String(nanos).padStart(9, "0").slice(0, digits)
      return {
        text: digits === 0 ? `${whole}` : `${whole}.${fraction}`,
        nanos: BigInt(whole + fraction.padEnd(9, "0"))
      }
    })

const decodeLimit = Schema.decodeUnknownEither(Usd.UsdLimit)

describe("Usd", () => {
  it.prop(
    "gives back every number of dollars with at most nine fractional digits",
    [decimal(999_999_999)],
    ([{ text }]) => {
      const dollars = Number(text)
      expect(Usd.toNumber(Usd.fromNumber(dollars))).toBe(dollars)
      expect(Usd.toNumber(Usd.fromNumber(-dollars))).toBe(-dollars === 0 ? 0 : -dollars)
    },
    often
  )

  it.prop(
    "holds exactly the nano-dollars that were written, wherever a JSON number tells them from others",
    [fc.oneof(decimal(999_999), decimal(999_999_999))],
    ([{ nanos, text }]) => {
      // A double has 15 digits for certain; of 17 it may be that two decimals are one number.
      fc.pre(text.replace(".", "").length <= 15 || String(Number(text)) === text)
      expect(Usd.fromNumber(Number(text))).toBe(nanos)
    },
    often
  )

  it.prop(
    "adds and subtracts without ever drifting from whole-number arithmetic",
    [fc.array(decimal(999_999), { maxLength: 200 })],
    ([amounts]) => {
      const sum = amounts.reduce((total, { text }) => Usd.add(total, Usd.fromNumber(Number(text))), Usd.zero)
      expect(sum).toBe(amounts.reduce((total, { nanos }) => total + nanos, 0n))
      expect(amounts.reduce((rest, { nanos }) => Usd.subtract(rest, Usd.Usd.make(nanos)), sum)).toBe(0n)
    }
  )

  it.prop(
    "rounds what was written to the nearest nano-dollar",
    [fc.double({ min: 1e-12, max: 1e9, noNaN: true })],
    ([dollars]) => {
      // As a fraction of whole numbers: what the shortest decimal says that reads as this number.
      const [, whole = "", fraction = "", exponent = "0"] = /^(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(String(dollars)) ?? []
      const places = fraction.length - Number(exponent)
      const denominator = 10n ** BigInt(Math.max(places, 0))
      const numerator = BigInt(whole + fraction) * 10n ** BigInt(Math.max(-places, 0)) * 1_000_000_000n
      const error = Usd.fromNumber(dollars) * denominator - numerator
      expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(denominator)
    },
    often
  )

  it("is exact where the double is not: a tenth beside nearly a billion", () => {
    expect([999_999_999.1, 123_456_789.987_654_3, -0.1, 1e-7, 1e9].map(Usd.fromNumber)).toEqual([
      999_999_999_100_000_000n,
      123_456_789_987_654_300n,
      -100_000_000n,
      100n,
      10n ** 18n
    ])
  })

  it("reads the smallest amounts and ties as the nearest whole one", () => {
    expect([1e-9, 0.4e-9, 0.5e-9, 1.5e-9, 5e-324, 0.1 + 0.2].map(Usd.fromNumber)).toEqual([
      1n,
      0n,
      1n,
      2n,
      0n,
      300_000_000n
    ])
  })

  it("has one zero", () => {
    expect(Usd.fromNumber(-0)).toBe(0n)
    expect(Object.is(Usd.toNumber(Usd.fromNumber(-0)), 0)).toBe(true)
    expect(decodeLimit(-0)).toEqual(Either.right(0n))
  })

  it("writes amounts beside the exact doubles as the nearest number", () => {
    expect(Usd.toNumber(Usd.Usd.make(-1n))).toBe(-1e-9)
    expect(Usd.toNumber(Usd.Usd.make(-2_500_000_000n))).toBe(-2.5)
    expect(Usd.toNumber(Usd.Usd.make(10n ** 27n))).toBe(1e18)
  })

  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, 1e308, -1e-9, 1_000_000_000.000_000_1, -1])(
    "refuses %d as a limit",
    (dollars) => {
      expect(Either.isLeft(decodeLimit(dollars))).toBe(true)
    }
  )

  it("refuses a JSON number that overflows to infinity, text and null as a limit", () => {
    expect([JSON.parse("1e400"), "5", null, true, [5], {}].map((value) => Either.isLeft(decodeLimit(value)))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true
    ])
  })

  it("takes both bounds of a limit", () => {
    expect(decodeLimit(0)).toEqual(Either.right(0n))
    expect(decodeLimit(1e9)).toEqual(Either.right(10n ** 18n))
  })
})
