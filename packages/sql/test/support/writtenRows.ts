import type { Statement } from "../../src/spending/rows/Dialect.js"

export type Row = Record<string, unknown>

const list = (text = "") => text.split(/,\s*/)

/** The values of an array: one that is bound as it is, or its text on PostgreSQL. */
const arrayOf = (bound: unknown, type: string): ReadonlyArray<unknown> => {
  const texts = Array.isArray(bound)
    ? bound
    : String(bound)
        .slice(1, -1)
        .match(/"[^"]*"|[^,]+/g)
  return (texts ?? []).map((value) => {
    const text = String(value).replaceAll('"', "")
    if (text === "NULL") return null
    return type === "boolean[]" ? text === "true" : text
  })
}

const unnested = /unnest\(([^)]*)\) AS v \(([^)]*)\)/

/** The rows `v` of a statement on PostgreSQL, whose columns are bound as an array each. */
const rowsOf = ({ params, text }: Statement): ReadonlyArray<Row> => {
  const [, types, names] = unnested.exec(text) ?? []
  const columns = list(types).map((type, index) => arrayOf(params[index], type.replace(/.*::/, "")))
  return (columns[0] ?? []).map((_, row) =>
    Object.fromEntries(list(names).map((name, column) => [name, columns[column]?.[row]]))
  )
}

const insertion = /INSERT INTO \w+ \(([^)]*)\)\s+(?:VALUES \(([^)]*)\)|SELECT (.*) FROM unnest)/

/** The rows that a statement inserts. */
export const insertedBy = (statement: Statement): ReadonlyArray<Row> => {
  const [, columns, marks, selected] = insertion.exec(statement.text) ?? []
  const names = list(columns)
  if (marks !== undefined) {
    const params = statement.params.values()
    const values = list(marks).map((mark) => (mark === "?" ? params.next().value : mark))
    return [Object.fromEntries(names.map((name, index) => [name, values[index]]))]
  }
  return rowsOf(statement).map((row) => {
    const others = list(selected).slice(1)
    const first = names.length - others.length
    const added = others.map((value, index) => [
      names[first + index],
      value.startsWith("v.") ? row[value.slice(2)] : value
    ])
    return { ...row, ...Object.fromEntries(added) }
  })
}

const change = /SET ([\s\S]*?)\s+(?:FROM unnest[\s\S]*)?WHERE/
const assignment = /^(\w+) = (?:(?:t\.)?(\w+) \+ )?(\?|v\.(\w+)|iif\(kind = 'organization', \?, 0\))$/
/** One that keeps the value if it is given null, and that of a scope that is no run, which is null. */
const keeping = /^(\w+) = .*coalesce\((\?|v\.(\w+)), (?:t\.)?\w+\)+$/i
/** One that has a value for each id, in an object, and keeps that of another row. */
const byId = /^(\w+) = coalesce\(json_extract\(\?, '\$\."' \|\| id \|\| '"'\), \1\)$/

interface Assignment {
  readonly name: string
  readonly isAdded: boolean
  /** Whether null keeps the value, and which rows keep theirs in any case. */
  readonly keeps: ((row: Row) => boolean) | null
  readonly isById: boolean
  readonly isOfOrganization: boolean
  readonly column: string
}

const isNoRun = (row: Row) => row["requests"] === null

const toAssignment = (text: string): Assignment => {
  const other = { isAdded: false, isById: false, isOfOrganization: false, column: "" }
  const [, one] = byId.exec(text) ?? []
  if (one !== undefined) return { ...other, name: one, keeps: () => false, isById: true }
  const [, kept, , keptColumn = ""] = keeping.exec(text) ?? []
  if (kept !== undefined) {
    return { ...other, name: kept, keeps: kept === "charged_at" ? isNoRun : () => false, column: keptColumn }
  }
  const [, name = "", added, , column = ""] = assignment.exec(text) ?? []
  const isOfOrganization = text.includes("iif(kind")
  return { ...other, name, isAdded: added !== undefined, keeps: null, isOfOrganization, column }
}

/** Changes rows, by their ids, as a statement does. */
export const changeRows = (
  rows: ReadonlyMap<string, Row>,
  statement: Statement,
  idOf: (value: unknown) => string = String
): void => {
  const [, changes] = change.exec(statement.text) ?? []
  const assignments = (changes ?? "").split(/,\s*(?=\w+ = )/).map(toAssignment)
  const apply = (id: unknown, values: ReadonlyArray<unknown>) => {
    const row = rows.get(idOf(id))
    if (row === undefined) throw new Error(`There is no row ${id}.`)
    for (const [index, { isAdded, isById, isOfOrganization, keeps, name }] of assignments.entries()) {
      const value = isById ? (JSON.parse(String(values[index]))[idOf(id)] ?? null) : values[index]
      if (keeps !== null && (value === null || keeps(row))) continue
      if ((isAdded && row[name] === null) || (isOfOrganization && row["kind"] !== "organization")) continue
      row[name] = isAdded ? BigInt(String(row[name])) + BigInt(String(value)) : value
    }
  }
  if (statement.text.includes("unnest")) {
    for (const row of rowsOf(statement)) {
      apply(
        row["id"],
        assignments.map(({ column }) => row[column])
      )
    }
    return
  }
  // A value that is repeated in a list is in it once.
  for (const id of new Set(statement.params.slice(assignments.length))) apply(id, statement.params)
}
