import { describe, expect, it } from "vitest"
import { readCsvOfDays } from "../src/days/readCsvOfDays.js"
import { last30Days } from "../src/days/readSplit.js"
import { type Cost, fakeActivity } from "./fakeActivity.js"

const days = last30Days(Date.parse("2026-05-31T12:00:00Z"))

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const lineOf = ({ day, id, nanos }: Cost) => `${day},${cell(id ?? "")},${nanos / 1e9}\r\n`

/** Saves the days by models as CSV. `changed` is called after each page that was read. */
const save = async (costs: () => ReadonlyArray<Cost>, changed = () => {}) => {
  const { account, asked, list } = fakeActivity("model", costs)
  let pages = 0
  const readCsv = async (path: string) => {
    pages++
    const query = Object.fromEntries(new URL(path, "https://tollgate.example").searchParams)
    expect(query["group_by"]).toBe("day,model")
    const { data } = await list({
      from: query["from"] ?? "",
      to: query["to"] ?? "",
      group_by: ["day", "model"],
      limit: Number(query["limit"]),
      offset: Number(query["offset"])
    })
    asked.pop()
    changed()
    const rows = data.map(({ cost, day = "", model = null }) =>
      lineOf({ day, id: model, nanos: Math.round(cost * 1e9) })
    )
    return `day,model,cost\r\n${rows.join("")}`
  }
  const text = await readCsvOfDays(readCsv, account, "model", days)
  return { text, pages, counts: asked.length }
}

const sorted = (text: string) => text.split("\r\n").sort()

const costsOf = (perDay: number, days: ReadonlyArray<string>): ReadonlyArray<Cost> =>
  days.flatMap((day) =>
    Array.from({ length: perDay }, (_, at) => ({ day, id: `model ${at}`, nanos: (perDay - at) * 1_000_000 }))
  )

describe("the CSV of the days", () => {
  it("is one page if that has all rows, whatever is in a cell", async () => {
    const names = ['a,b "c"', "line\r\nend", null, "'=1+1"]
    const costs = names.map((id, at) => ({ day: "2026-05-31", id, nanos: (9 - at) * 1_000_000_000 }))
    expect(await save(() => costs)).toEqual({
      text: `day,model,cost\r\n${costs.map(lineOf).join("")}`,
      pages: 1,
      counts: 0
    })
    expect((await save(() => [])).text).toBe("day,model,cost\r\n")
  })

  it("has every row of 200 a day, newest day first, with one line of names", async () => {
    const costs = costsOf(200, days)
    const { counts, pages, text } = await save(() => costs)
    expect(text).toBe(`day,model,cost\r\n${costsOf(200, days.toReversed()).map(lineOf).join("")}`)
    // Three pages a day, of which the last one is empty, and the number of its rows.
    expect({ counts, pages }).toEqual({ counts: 31, pages: 91 })
    expect(sorted((await save(() => costsOf(100, days))).text)).toEqual(
      sorted(`day,model,cost\r\n${costsOf(100, days).map(lineOf).join("")}`)
    )
  })

  it("has every row once although rows are added, and change places, while it is read", async () => {
    let costs = costsOf(150, days.slice(-2))
    let changes = 0
    const { text } = await save(
      () => costs,
      () => {
        if (++changes > 4) return
        // One that is new comes first, and the last one of the first page becomes the first.
        costs = [{ day: "2026-05-31", id: `new ${changes}`, nanos: 10_000_000_000 + changes }, ...costs]
        costs = costs.map((one) => (one.id === "model 149" ? { ...one, nanos: 20_000_000_000 + changes } : one))
      }
    )
    expect(sorted(text)).toEqual(sorted(`day,model,cost\r\n${costs.map(lineOf).join("")}`))
  })

  it("is refused rather than saved without a row, if a day changes whenever it is read", async () => {
    let costs = costsOf(150, days.slice(-1))
    const failure = save(
      () => costs,
      // What the first page had comes last whenever a page was read: the second page has some of it again.
      () => {
        const { length } = costs
        costs = [...costs.slice(100), ...costs.slice(0, 100)].map((one, at) => ({
          ...one,
          nanos: (length - at) * 1_000_000
        }))
      }
    )
    await expect(failure).rejects.toThrow("changes too fast")
  })
})
