import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { alignPoints } from "./alignPoints.js"

/** A column of a table. */
export interface Column<A> {
  readonly title: string
  readonly show: (row: A) => ComponentChildren
  /** Numbers stand at the right, and what fits takes no more room than it needs. */
  readonly kind?: "number" | "bar" | "actions" | "text" | "fit" | "wide" | "name"
  /** The cell that names the row. */
  readonly isName?: boolean
}

// On narrow screens the rows are cards, which takes from elements what they are.
const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  title: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" }
} as const

/** A table in a region that scrolls sideways where it does not fit. On narrow screens each row is a card. */
export const Table = <A,>(props: {
  /** What the table has, for those who do not see where it stands. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  readonly keyOf: (row: A) => string
  readonly isOld?: boolean
}) => {
  const { caption, columns, isOld, keyOf, rows } = props
  const table = useRef<HTMLTableElement>(null)
  // After each time that it is shown, because the amounts may be others.
  useLayoutEffect(() => {
    if (table.current !== null) alignPoints(table.current)
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard.
    <section class={isOld ? "scroll old" : "scroll"} tabIndex={0} aria-label={`Table: ${caption}`}>
      <table ref={table} {...roles.table}>
        <caption class="hidden">{caption}</caption>
        <thead {...roles.group}>
          <tr {...roles.row}>
            {columns.map(({ kind, title }) => (
              <th key={title} {...roles.title} scope="col" class={kind ?? "text"}>
                {kind === "actions" ? <span class="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...roles.row}>
              {columns.map(({ isName, kind, show, title }) =>
                isName ? (
                  <th key={title} {...roles.name} scope="row" class={kind ?? "text"}>
                    {show(row)}
                  </th>
                ) : (
                  <td key={title} {...roles.cell} class={kind ?? "text"} data-title={title}>
                    {show(row)}
                  </td>
                )
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
