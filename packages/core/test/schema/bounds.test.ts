import { ActivityPage, ActivityQuery, HoldPage, NewRateCard, Usage, Usd } from "@tollgate/core"
import { PriceBook } from "@tollgate/core/storage"
import { DateTime, Effect, Either, JSONSchema, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { KeyMetadata } from "../../src/keys/KeyMetadata.js"
import { none } from "../../src/prices/Usage.js"
import { byPrices } from "../../src/spending/admission/judgeByPrices.js"
import { priceUsage } from "../../src/spending/rules/priceUsage.js"

/** Bounds that the API document does not state by a keyword, and those of inputs that are in no request. */

const takes =
  <A, I>(schema: Schema.Schema<A, I>) =>
  (value: unknown) =>
    Either.isRight(Schema.decodeUnknownEither(schema, { onExcessProperty: "error" })(value))

const times = <A>(count: number, make: (n: number) => A) => Array.from({ length: count }, (_, n) => make(n))

describe("metadata of a key", () => {
  it("has 16 names of 1 to 64 characters, with texts of 512", () => {
    const named = (count: number) => Object.fromEntries(times(count, (n) => [`name ${n}`, ""]))
    expect([0, 16, 17].map((count) => takes(KeyMetadata)(named(count)))).toEqual([true, true, false])
    expect([0, 1, 64, 65].map((length) => takes(KeyMetadata)({ ["a".repeat(length)]: "" }))).toEqual([
      false,
      true,
      true,
      false
    ])
    expect([0, 512, 513].map((length) => takes(KeyMetadata)({ name: "a".repeat(length) }))).toEqual([true, true, false])
  })
})

describe("a page of holds", () => {
  it("has 50 if it is not said how many, and names a process by 64 characters at most", () => {
    expect(Schema.decodeSync(HoldPage)({})).toEqual({ limit: 50, offset: 0 })
    const lengths = [0, 1, 64, 65]
    expect(lengths.map((length) => takes(HoldPage)({ instance: "a".repeat(length) }))).toEqual([
      false,
      true,
      true,
      false
    ])
  })
})

describe("a card of prices", () => {
  const card = { provider: "openai", model: "gpt", rates: { input: 1, output: 1 } }
  const takesCard = takes(NewRateCard)

  it("has rates of 0 to 100,000 dollars", () => {
    const rated = (input: number) => takesCard({ ...card, rates: { input, output: 1 } })
    expect([-1e-9, 0, 100_000, 100_000.000_000_1].map(rated)).toEqual([false, true, true, false])
  })

  it("has rates of units of 0 to 100,000 dollars", () => {
    const units = ["calls", "seconds", "characters"]
    const rated = (unit: string, rate: number) =>
      takesCard({ ...card, rates: { ...card.rates, units: { [unit]: rate } } })
    for (const unit of units) {
      expect([-1e-9, 0, 100_000, 100_000.000_000_1].map((rate) => rated(unit, rate))).toEqual([
        false,
        true,
        true,
        false
      ])
    }
    expect(rated("hours", 1)).toBe(false)
  })

  it("has 20 other ids at most", () => {
    const named = (count: number) => takesCard({ ...card, aliases: times(count, (n) => `alias-${n}`) })
    expect([0, 20, 21].map(named)).toEqual([true, true, false])
  })

  it("has 10 tiers at most, above 1 to 1,000,000,000 tokens, in ascending order", () => {
    const tiered = (...above: ReadonlyArray<number>) => takesCard({ ...card, tiers: above.map((above) => ({ above })) })
    expect([10, 11].map((count) => tiered(...times(count, (n) => n + 1)))).toEqual([true, false])
    expect([0, 1, 1_000_000_000, 1_000_000_001].map((above) => tiered(above))).toEqual([false, true, true, false])
    expect([tiered(1, 2), tiered(2, 2), tiered(2, 1)]).toEqual([true, false, false])
  })
})

describe("a usage", () => {
  it("has whole units from 0 to 1,000,000,000, and no others", () => {
    for (const unit of ["calls", "seconds", "characters"]) {
      const counted = (count: number) => takes(Usage)({ units: { [unit]: count } })
      expect([-1, 0, 0.5, 1_000_000_000, 1_000_000_001].map(counted)).toEqual([false, true, false, true, false])
    }
    expect([takes(Usage)({ units: { hours: 1 } }), takes(Usage)({ calls: 1 })]).toEqual([false, false])
    const read = Schema.decodeSync(Usage)
    expect([read({}), read({ units: {} })]).toEqual([none, none])
  })
})

describe("a report of activity", () => {
  it("has 100 rows if it is not said how many, and 8 groups at most, also as the document says", () => {
    expect([Schema.decodeSync(ActivityPage)({}), Schema.decodeSync(ActivityQuery)({})]).toEqual([
      { limit: 100, offset: 0 },
      { limit: 100, offset: 0 }
    ])
    const { properties } = Object(JSONSchema.make(Schema.encodedSchema(ActivityQuery)))
    const pattern = new RegExp(JSON.stringify(properties.group_by).match(/"pattern":"(.*?)"/)?.[1] ?? "")
    const lists = [0, 1, 8, 9].map((count) => times(count, (n) => `label:l${n}`).join(","))
    expect(lists.map((text) => [pattern.test(text), takes(ActivityQuery)({ group_by: text })])).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [false, false]
    ])
  })

  it("is of days that the calendar has", () => {
    const days = [
      "2026-02-28",
      "2024-02-29",
      "2026-02-29",
      "2026-02-30",
      "2026-13-01",
      "2026-2-3",
      "2026-02-28T00:00Z",
      "x"
    ]
    expect(days.filter((from) => takes(ActivityPage)({ from }))).toEqual(["2026-02-28", "2024-02-29"])
  })
})

describe("the price of a usage", () => {
  it("is believed up to 1,000,000,000 dollars", () => {
    const card = Schema.decodeSync(NewRateCard)({
      provider: "acme",
      model: "m",
      rates: { input: 0, output: 0, image: 100_000 }
    })
    const book = PriceBook.of({
      find: () => Effect.succeedSome({ card, match: "model" }),
      resolve: () => Effect.succeed([]),
      list: () => Effect.succeed({ data: [], total_count: 0 }),
      replace: () => Effect.void,
      merge: () => Effect.void,
      prune: () => Effect.void
    })
    const priceOf = (images: number) =>
      Effect.runSync(
        Effect.provideService(
          byPrices(DateTime.unsafeMake(0), (prices) =>
            priceUsage(prices, { ...none, images }, { provider: "acme", model: "m", allows: () => true })
          ),
          PriceBook,
          book
        )
      )
    expect([10_000, 10_001].map(priceOf)).toEqual([{ cost: Usd.fromNumber(1e9), card }, { having: ["acme"] }])
  })
})
