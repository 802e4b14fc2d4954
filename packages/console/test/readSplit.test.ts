import * as fc from "effect/FastCheck"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { last30Days, readSplit, type SplitBy } from "../src/days/readSplit.js"
import { seriesOf } from "../src/days/seriesOf.js"
import { type Cost, fakeActivity } from "./fakeActivity.js"

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-05-31T12:00:00Z") }))
afterEach(() => void vi.useRealTimers())

const days = last30Days(Date.parse("2026-05-31T12:00:00Z"))
const { signal } = new AbortController()

const sumOf = (costs: ReadonlyArray<Cost>) => costs.reduce((sum, { nanos }) => sum + nanos, 0)

/** What each day has cost, in nano-dollars. */
const byDay = (costs: ReadonlyArray<Cost>) => days.map((day) => sumOf(costs.filter((cost) => cost.day === day)))

/** The height of each bar, in nano-dollars. */
const heights = (series: ReturnType<typeof seriesOf>) =>
  days.map((_, at) => Math.round(series.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0) * 1e9))

/** What 200 keys have cost each day, of which the eight largest are so over all days and on no single one. */
const many: ReadonlyArray<Cost> = days.flatMap((day, at) =>
  Array.from({ length: 200 }, (_, key) => ({
    day,
    id: `key-${key}`,
    nanos: key < 8 ? 900_000 + key : (key * 7 + at) % 30 === 0 ? 2_000_000 : 100_000 + key
  }))
)

const kinds: ReadonlyArray<SplitBy> = ["model", "key", "user", "provider", "workspace"]

describe("the days of a split", () => {
  it("are as high as they have cost, and the largest are those of all days, whatever the number of rows", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.array(
          fc.record({
            day: fc.constantFrom(...days),
            id: fc.oneof(
              fc.constantFrom("a", "b", "c"),
              fc.nat(400).map((id) => `id-${id}`),
              fc.constant(null)
            ),
            nanos: fc.nat(5_000_000_000)
          }),
          { maxLength: 1_500, size: "max" }
        ),
        async (by, drawn) => {
          // A key, a user and a workspace are always stated.
          const costs = drawn.filter(({ id }) => id !== null || by === "model" || by === "provider")
          const { account, asked } = fakeActivity(by, () => costs)
          const { days: read } = await readSplit(account, by, undefined, signal)
          const series = seriesOf(read, by)
          expect(heights(series)).toEqual(byDay(costs))
          const sums = new Map<string | null, number>()
          for (const { id, nanos } of costs) sums.set(id, (sums.get(id) ?? 0) + nanos)
          const largest = [...sums.values()].sort((one, other) => other - one).slice(0, 8)
          const named = series.filter(({ color }) => color < 8).map(({ sum }) => Math.round(sum * 1e9))
          expect(named).toEqual(largest.filter((sum) => sum > 0))
          expect(asked.length).toBeLessThanOrEqual(5)
        }
      ),
      { numRuns: 50 }
    )
  })

  it("of 200 keys a day are five requests, and those of a minute after that one each", async () => {
    const { account, asked } = fakeActivity("key", () => many)
    const first = await readSplit(account, "key", undefined, signal)
    const series = seriesOf(first.days, "key")
    expect(heights(series)).toEqual(byDay(many))
    expect(series.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 8 }, (_, at) => `deleted key key-${7 - at}`),
      "all others"
    ])
    expect(asked.length).toBe(5)
    let latest = first
    for (let poll = 1; poll <= 12; poll++) {
      vi.advanceTimersByTime(5_000)
      latest = await readSplit(account, "key", latest, signal)
      expect(asked.length).toBe(poll < 12 ? 5 + poll : 5 + 11 + 5)
    }
    expect(latest.days).toEqual(first.days)
  })

  it("of few rows are read each time, by three requests, or by two if nothing was spent", async () => {
    let costs = days.flatMap((day) => ["a", null].map((id) => ({ day, id, nanos: 1_000_000_000 })))
    const { account, asked } = fakeActivity("model", () => costs)
    const first = await readSplit(account, "model", undefined, signal)
    expect(asked.length).toBe(3)
    costs = [...costs, { day: "2026-05-31", id: "b", nanos: 5_000_000_000 }]
    const second = await readSplit(account, "model", first, signal)
    expect(asked.length).toBe(6)
    expect(seriesOf(second.days, "model").map(({ name, sum }) => [name, sum])).toEqual([
      ["a", 30],
      ["not stated", 30],
      ["b", 5]
    ])
    costs = []
    const { days: none } = await readSplit(account, "model", second, signal)
    expect([seriesOf(none, "model"), asked.length]).toEqual([[], 8])
  })

  it("are read again as soon as something else is among the largest", async () => {
    let costs = many
    const { account } = fakeActivity("key", () => costs)
    const first = await readSplit(account, "key", undefined, signal)
    costs = [...many, { day: "2026-05-31", id: "key-9", nanos: 1_000_000_000 }]
    const { days: read } = await readSplit(account, "key", first, signal)
    expect(seriesOf(read, "key")[0]?.name).toBe("deleted key key-9")
    expect(heights(seriesOf(read, "key"))).toEqual(byDay(costs))
  })

  it("leave to all others what has an id that no address can have", async () => {
    const long = Array.from({ length: 8 }, (_, at) => "🙂".repeat(254) + at)
    const costs = [...long, "short"].map((id, at) => ({ day: "2026-05-31", id, nanos: (20 - at) * 1_000_000_000 }))
    const { account } = fakeActivity("user", () => costs)
    const { days: read } = await readSplit(account, "user", undefined, signal)
    const series = seriesOf(read, "user")
    expect(series.map(({ name, sum }) => [name.slice(0, 10), sum])).toEqual([
      ["🙂🙂🙂🙂🙂", 20],
      ["all others", 124]
    ])
    expect(heights(series)).toEqual(byDay(costs))
  })
})
