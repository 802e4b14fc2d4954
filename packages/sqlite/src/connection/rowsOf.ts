type Row = Record<string, unknown>

/**
 * The rows of a statement by column. They are built from arrays, because the objects that better-sqlite3 builds are slower to
 * make and to read, and slower to send to another thread. An integer that a double cannot hold is refused, as `node:sqlite` does.
 */
export const rowsOf = (rows: ReadonlyArray<unknown>, names: ReadonlyArray<string>): ReadonlyArray<Row> =>
  rows.map((values) => {
    const row: Row = {}
    if (!Array.isArray(values)) return row
    for (let i = 0; i < names.length; i++) {
      const [name = "", value] = [names[i], values[i]]
      if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw new RangeError(`The integer in ${name} is too large to be represented as a JavaScript number.`)
      }
      row[name] = value
    }
    return row
  })
