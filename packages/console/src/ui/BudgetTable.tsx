import type { Budget } from "@tollgate/client"
import type { ComponentChildren } from "preact"
import { Bar } from "./Bar.js"
import { scopeText, windowText } from "./budgetWords.js"
import { Limit } from "./Limit.js"
import { Money } from "./Money.js"
import { type Column, Table } from "./Table.js"
import { Time } from "./Time.js"

/** Budgets, each with its bar. An amount that the key may not see is absent. */
export type ShownBudget = Pick<Budget, "scope" | "window" | "remaining" | "resets_at"> &
  Partial<Pick<Budget, "limit" | "boost" | "spent" | "held" | "unknown">>

const amount = (value: number | undefined) =>
  value === undefined ? <span class="quiet">shared</span> : <Money amount={value} />

const columnsOf = <A extends ShownBudget>(
  name: ((row: A) => ComponentChildren) | undefined
): ReadonlyArray<Column<A>> => [
  { title: "Budget", isName: true, show: (row) => (name === undefined ? scopeText[row.scope] : name(row)) },
  ...(name === undefined ? [] : [{ title: "Kind", show: (row: A) => scopeText[row.scope] }]),
  { title: "Window", kind: "fit", show: ({ window }) => windowText[window] },
  {
    title: "Used",
    kind: "bar",
    show: ({ boost = 0, held, limit, spent, unknown }) =>
      limit === undefined || spent === undefined || held === undefined || unknown === undefined ? null : (
        <Bar used={{ spent, held, unknown, limit: Number((limit + boost).toFixed(9)) }} />
      )
  },
  { title: "Spent", kind: "number", show: ({ spent }) => amount(spent) },
  { title: "Held", kind: "number", show: ({ held }) => amount(held) },
  { title: "Unknown", kind: "number", show: ({ unknown }) => amount(unknown) },
  { title: "Left", kind: "number", show: ({ remaining }) => <Money amount={remaining} /> },
  {
    title: "Limit",
    kind: "number",
    show: ({ boost = 0, limit }) => (limit === undefined ? amount(limit) : <Limit limit={limit} boost={boost} />)
  },
  { title: "Resets", show: ({ resets_at }) => <Time at={resets_at} never="never" /> }
]

export const BudgetTable = <A extends ShownBudget>(props: {
  readonly caption: string
  readonly rows: ReadonlyArray<A>
  readonly name?: (row: A) => ComponentChildren
  readonly keyOf: (row: A) => string
}) => <Table caption={props.caption} columns={columnsOf(props.name)} rows={props.rows} keyOf={props.keyOf} />
