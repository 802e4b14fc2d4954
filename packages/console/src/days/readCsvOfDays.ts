import type { Account } from "@tollgate/client"
import { PAGE, rangeOf, type SplitBy } from "./readSplit.js"

/** How often a day is read whose rows change while it is read. */
const TRIES = 5

/** Reads a list as CSV, by its path and query. */
type ReadCsv = (path: string) => Promise<string>

const record = /(?:[^"\r\n]|"(?:[^"]|"")*")+(?:\r\n|$)/g

/** The day and the id of a record, which no other has. */
const group = /^[^,]*,(?:"(?:[^"]|"")*"|[^,]*)/

/** The records of a text of CSV (RFC 4180), of which the first has the names. A cell may have line ends, within quotes. */
const recordsOf = (text: string): ReadonlyArray<string> => text.match(record) ?? []

const add = (to: Map<string, string>, records: ReadonlyArray<string>) => {
  for (const one of records) to.set(group.exec(one)?.[0] ?? one, one)
}

/** The records of a day that has more than a page. Those of the present day may change places between two pages, so they are counted then. */
const readDay = async (read: (offset: number) => Promise<ReadonlyArray<string>>, count: () => Promise<number>) => {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = new Map<string, string>()
    for (let offset = 0; ; offset += PAGE) {
      const page = await read(offset)
      add(found, page)
      if (offset === 0 && page.length < PAGE) return found
      if (page.length < PAGE) break
    }
    if (found.size === (await count())) return found
  }
  throw new Error("What was spent today changes too fast to be read. Save it again.")
}

/**
 * Every row of some days and what they are split by, newest day first, as one text of CSV with one line of names. If they are more than a page, each day is
 * read by itself.
 */
export const readCsvOfDays = async (
  readCsv: ReadCsv,
  account: Account,
  by: SplitBy,
  days: ReadonlyArray<string>
): Promise<string> => {
  const { from, limit, to } = rangeOf(days)
  const pageOf = async (first: string | undefined, last: string | undefined, offset: number) =>
    recordsOf(await readCsv(`/activity?from=${first}&to=${last}&group_by=day,${by}&limit=${limit}&offset=${offset}`))
  const [names = "", ...first] = await pageOf(from, to, 0)
  if (first.length < PAGE) return [names, ...first].join("")
  const all: Array<string> = [names]
  const { data } = await account.activity.list({ ...rangeOf(days), group_by: ["day"] })
  for (const { day = "" } of data) {
    const range = { from: day, to: day, limit: 1, group_by: ["day", by] }
    const found = await readDay(
      async (offset) => (await pageOf(day, day, offset)).slice(1),
      async () => (await account.activity.list(range)).total_count
    )
    all.push(...found.values())
  }
  return all.join("")
}
