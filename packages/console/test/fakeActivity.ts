import type { Account, ActivityPage, ActivityRow } from "@tollgate/client"
import type { SplitBy } from "../src/days/readSplit.js"

/** What one thing has cost on a day, in nano-dollars. */
export interface Cost {
  readonly day: string
  readonly id: string | null
  readonly nanos: number
}

const none = { byok_cost: 0, unknown: 0, requests: 1, input_tokens: 0, output_tokens: 0 }

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** An account that has nothing but activity of one kind, which it groups, filters, orders and pages as the API does. `asked` are the pages that were read. */
export const fakeActivity = (by: SplitBy, costs: () => ReadonlyArray<Cost>) => {
  const asked: Array<ActivityPage> = []
  const rowsOf = ({ from = "", group_by = ["day"], to = "", ...page }: ActivityPage) => {
    const only: ReadonlyArray<string | null> | undefined = page[by]
    if (only !== undefined && (only.length === 0 || only.length > 10)) throw new Error("A filter has 1 to 10 values.")
    const sums = new Map<string, { readonly group: object; readonly day: string; nanos: number }>()
    for (const { day, id, nanos } of costs()) {
      if (day < from || day > to || (only !== undefined && !only.includes(id))) continue
      const group = { ...(group_by.includes("day") && { day }), ...(group_by.includes(by) && { [by]: id }) }
      const name = JSON.stringify(group)
      const sum = sums.get(name) ?? { group, day: group_by.includes("day") ? day : "", nanos: 0 }
      sums.set(name, { ...sum, nanos: sum.nanos + nanos })
    }
    return [...sums]
      .sort(([oneName, one], [otherName, other]) => {
        return compare(other.day, one.day) || other.nanos - one.nanos || compare(oneName, otherName)
      })
      .map(([, { group, nanos }]): ActivityRow => ({ ...group, ...none, cost: nanos / 1e9 }))
  }
  const list = async (page: ActivityPage = {}) => {
    asked.push(page)
    const { limit = 100, offset = 0 } = page
    if (limit > 100) throw new Error("A page has at most 100 rows.")
    const rows = rowsOf(page)
    return { data: rows.slice(offset, offset + limit), total_count: rows.length }
  }
  // The console calls nothing else of it here.
  return { account: { activity: { list } } as unknown as Account, asked, list }
}
