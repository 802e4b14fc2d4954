import { expect } from "@effect/vitest"
import type { RateCard } from "@tollgate/core"
import { PriceBook } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { after, noon } from "../instant.js"
import { aRateCard } from "../prices.js"
import { contract } from "./contract.js"
import { priceMergePromises } from "./priceMergePromises.js"
import { pricePeriodPromises } from "./pricePeriodPromises.js"
import { at, everything, priced, priceVersionPromises } from "./priceVersionPromises.js"

/** Promises of every `PriceBook`. */
export const priceBookContract = contract<PriceBook>("PriceBook", (promise) => {
  promise("is empty at first", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      expect(yield* book.find("acme", "writer", noon)).toEqual(Option.none())
      expect(yield* book.list(noon, everything)).toEqual({ data: [], total_count: 0 })
    })
  )

  promise("gives back a card as it was stored", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const card = aRateCard({
        aliases: ["Writer (latest)", 'w"\\'],
        effective_from: at(-60),
        effective_until: at(60),
        rates: {
          input: 0.15,
          output: 99_999.999999999,
          cache_read: 0,
          cache_write: 0.000000001,
          cache_write_hour: 1,
          reasoning: 2,
          audio_input: 3,
          audio_output: 4,
          image_input: 5,
          image_output: 6,
          request: 0.01,
          image: 0.04,
          units: { calls: 0.005, seconds: 0.0001, characters: 15 }
        },
        tiers: [
          { above: 200_000, input: 0.3, cache_read: 0.1 },
          { above: 1_000_000, output: 7 }
        ]
      })
      yield* book.replace([card], noon)
      expect(yield* book.find("acme", "writer", noon)).toEqual(Option.some({ card, match: "model" }))
      expect(yield* book.list(noon, everything)).toEqual({ data: [card], total_count: 1 })
    })
  )

  promise("finds a card by its exact id, else by an alias, else without the trailing date, and tells which", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const dated = priced(1, { model: "m-2026-01-01" })
      const plain = priced(2, { model: "m", aliases: ["m-latest", "other@20260101"] })
      yield* book.replace([dated, plain], noon)
      const found = (model: string, provider = "acme") => book.find(provider, model, noon)
      expect(yield* found("m-2026-01-01")).toEqual(Option.some({ card: dated, match: "model" }))
      expect(yield* found("m")).toEqual(Option.some({ card: plain, match: "model" }))
      expect(yield* found("m-latest")).toEqual(Option.some({ card: plain, match: "alias" }))
      expect(yield* found("other@20260101")).toEqual(Option.some({ card: plain, match: "alias" }))
      for (const model of ["m-2026-02-02", "m-20260202", "m@20260202", "m-latest-2026-02-02"]) {
        expect(yield* found(model)).toEqual(Option.some({ card: plain, match: "undated" }))
      }
      for (const model of ["M", "m ", "m-202602", "m-2026-02-02-x", "other", "%", "m_"]) {
        expect(yield* found(model)).toEqual(Option.none())
      }
      expect(yield* found("m", "other")).toEqual(Option.none())
    })
  )

  priceVersionPromises(promise)
  priceMergePromises(promise)
  pricePeriodPromises(promise)

  promise("lists in pages, by provider, model and period, without aliases", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const ids = ["a/z", "a/Z", "1/B", "a/10", "a/9", "a-b/x"]
      const cards = ids.map((id): RateCard => {
        const [provider = "", model = ""] = id.split("/")
        return aRateCard({ provider, model, aliases: [`${model}-latest`] })
      })
      yield* book.replace(cards, noon)
      const page = (limit: number, offset: number) =>
        Effect.map(book.list(noon, { limit, offset }), ({ data, total_count }) => [
          total_count,
          ...data.map(({ model, provider }) => `${provider}/${model}`)
        ])
      expect(yield* page(100, 0)).toEqual([6, "1/B", "a/10", "a/9", "a/Z", "a/z", "a-b/x"])
      expect(yield* page(2, 1)).toEqual([6, "a/10", "a/9"])
      expect(yield* page(2, 6)).toEqual([6])
    })
  )

  promise(
    "resolves a text to the models that have it as a name, in any case, with variants and dates, and tells which has a price",
    () =>
      Effect.gen(function* () {
        const book = yield* PriceBook
        yield* book.replace(
          [
            priced(1, { aliases: ["latest", "Writer-Fast"] }),
            priced(1, { provider: "openai", model: "reader", aliases: ["latest"] }),
            priced(1, { provider: "azure", model: "reader" }),
            priced(1, { provider: "azure", model: "reader-20260101", aliases: ["reader:free"] }),
            priced(1, { provider: "azure", model: "over", aliases: ["old"], effective_until: at(5) })
          ],
          after(0)
        )
        const resolved = (text: string, provider: string | null = null, second = 1) =>
          book.resolve(provider, text, after(second))
        const writer = { provider: "acme", model: "writer", aliases: ["latest", "Writer-Fast"] }
        const reader = { provider: "openai", model: "reader", aliases: ["latest"] }
        const azures = { ...reader, provider: "azure", aliases: [] }
        const dated = { ...azures, model: "reader-20260101", aliases: ["reader:free"] }
        expect(yield* resolved("latest")).toEqual([
          { ...writer, match: "alias" },
          { ...reader, match: "alias" }
        ])
        expect(yield* resolved("latest", "openai")).toEqual([{ ...reader, match: "alias" }])
        expect(yield* resolved("Writer-Fast-2026-05-01")).toEqual([{ ...writer, match: "undated" }])
        for (const text of [
          "WRITER",
          "writer:free",
          "writer-fast",
          "wRITER-2026-05-01:free:online",
          "latest:1@20260101"
        ]) {
          expect(yield* resolved(text, "acme")).toEqual([{ ...writer, match: null }])
        }
        expect(yield* resolved("writer")).toEqual([{ ...writer, match: "model" }])
        // OpenAI has no card with the date, Azure has. Its card without the date is another one, whose name the text falls under.
        expect(yield* resolved("reader-20260101")).toEqual([
          { ...azures, match: null },
          { ...dated, match: "model" },
          { ...reader, match: "undated" }
        ])
        expect(yield* resolved("reader:free", "azure")).toEqual([
          { ...azures, match: null },
          { ...dated, match: "alias" }
        ])
        for (const text of ["new", "-20260101", ":free", "lat%", "writer-", "write"])
          expect(yield* resolved(text)).toEqual([])
        expect([yield* resolved("old", null, 4), yield* resolved("old", null, 5)]).toEqual([
          [{ provider: "azure", model: "over", aliases: ["old"], match: "alias" }],
          []
        ])
        yield* book.replace([], after(10))
        expect([(yield* resolved("latest", null, 9)).length, yield* resolved("latest", null, 10)]).toEqual([2, []])
      })
  )

  promise("replaces thousands of cards, and replacements at the same time leave one book", () =>
    Effect.gen(function* () {
      const book = yield* PriceBook
      const books = [1, 2, 3].map((input) =>
        Array.from({ length: 1100 }, (_, index) => priced(input, { model: `m${index}`, aliases: [`alias-${index}`] }))
      )
      yield* Effect.forEach(books, (cards) => book.replace(cards, noon), { concurrency: "unbounded" })
      const { data, total_count } = yield* book.list(noon, everything)
      expect(total_count).toBe(1100)
      expect(new Set(data.map(({ rates }) => rates.input)).size).toBe(1)
    })
  )
})
