/** Aligns the amounts of each column of numbers at their decimal points, in no more room than the longest fraction takes. */
export const alignPoints = (table: HTMLTableElement): void => {
  const columns = new Map<number, Array<HTMLElement>>()
  for (const fraction of table.querySelectorAll<HTMLElement>("td.number .fraction")) {
    const column = fraction.closest("td")?.cellIndex ?? 0
    columns.set(column, [...(columns.get(column) ?? []), fraction])
  }
  for (const fractions of columns.values()) {
    const longest = Math.max(...fractions.map(({ textContent }) => textContent?.length ?? 0))
    for (const { style } of fractions) style.minWidth = `${longest}ch`
  }
}
