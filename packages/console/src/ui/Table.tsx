import type { ComponentChildren } from "preact"

/** A column of a table. */
export interface Column<A> {
  readonly title: string
  readonly show: (row: A) => ComponentChildren
  /** Numbers stand at the right, and what fits takes no more room than it needs. */
  readonly kind?: "number" | "bar" | "actions" | "text" | "fit" | "wide"
  /** The cell that names the row. */
  readonly isName?: boolean
}

/** A table in a region that scrolls sideways where it does not fit. */
export const Table = <A,>(props: {
  /** What the table has, for those who do not see where it stands. */
  readonly caption: string
  readonly columns: ReadonlyArray<Column<A>>
  readonly rows: ReadonlyArray<A>
  readonly keyOf: (row: A) => string
  readonly isOld?: boolean
}) => {
  const { caption, columns, isOld, keyOf, rows } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard.
    <section class={isOld ? "scroll old" : "scroll"} tabIndex={0} aria-label={`Table: ${caption}`}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ kind, title }) => (
              <th key={title} scope="col" class={kind ?? "text"}>
                {kind === "actions" ? <span class="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ isName, kind, show, title }) =>
                isName ? (
                  <th key={title} scope="row" class={kind ?? "text"}>
                    {show(row)}
                  </th>
                ) : (
                  <td key={title} class={kind ?? "text"}>
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
