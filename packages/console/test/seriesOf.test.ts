import type { ActivityRow } from "@tollgate/client"
import { expect, it } from "vitest"
import { oneSeries, seriesOf } from "../src/days/seriesOf.js"

const days = ["2026-05-30", "2026-05-31"]

const row = (day: string | undefined, model: string | null, cost: number, byok_cost = 0): ActivityRow => ({
  ...(day !== undefined && { day }),
  model,
  cost,
  byok_cost,
  requests: 1,
  unknown: 0,
  input_tokens: 0,
  output_tokens: 0
})

it("splits days by the model, the dearest first, through both kinds of credentials", () => {
  const largest = [row(undefined, null, 3), row(undefined, "acme/writer", 0.1, 0.2)]
  const rows = [row("2026-05-31", "acme/writer", 0.1, 0.2), row("2026-05-30", null, 2), row("2026-05-31", null, 1)]
  const sums = [row("2026-05-31", null, 1.1, 0.2), row("2026-05-30", null, 2)]
  expect(seriesOf({ days, largest, rows, sums }, "model")).toEqual([
    { name: "not stated", color: 0, amounts: [2, 1], sum: 3 },
    { name: "acme/writer", color: 1, amounts: [0, 0.3], sum: 0.3 }
  ])
})

it("shows what has no color of its own as all others: the sum of a day is whole", () => {
  const names = Array.from({ length: 8 }, (_, at) => `model-${at}`)
  const largest = names.map((name, at) => row(undefined, name, 10 - at))
  const rows = names.map((name, at) => row("2026-05-31", name, 10 - at))
  const sums = [row("2026-05-31", null, 55), row("2026-05-30", null, 4)]
  const series = seriesOf({ days, largest, rows, sums }, "model")
  expect(series.map(({ name, sum }) => [name, sum])).toEqual([
    ...names.map((name, at) => [name, 10 - at]),
    ["all others", 7]
  ])
  expect(series.at(-1)).toEqual({ name: "all others", color: 8, amounts: [4, 3], sum: 7 })
})

it("counts a row once that two pages have, and no other as less than nothing", () => {
  const largest = [row(undefined, "acme/writer", 3)]
  const twice = [row("2026-05-31", "acme/writer", 2), row("2026-05-31", "acme/writer", 3)]
  const sums = [row("2026-05-31", null, 2.5)]
  expect(seriesOf({ days, largest, rows: twice, sums }, "model")).toEqual([
    { name: "acme/writer", color: 0, amounts: [0, 3], sum: 3 }
  ])
})

it("has no series where nothing was spent", () => {
  expect(seriesOf({ days, largest: [], rows: [], sums: [row("2026-05-31", null, 0)] }, "model")).toEqual([])
})

it("has one series of the days of one key", () => {
  expect(oneSeries("Docs assistant", days, [row("2026-05-31", null, 0.1, 0.2)])).toEqual({
    name: "Docs assistant",
    color: 0,
    amounts: [0, 0.3],
    sum: 0.3
  })
})
