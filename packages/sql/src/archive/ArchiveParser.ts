import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { refused } from "./ArchiveRefused.js"
import { FIRST_VERSION, VERSION } from "./archivedTables.js"
import { checksum, End, Header } from "./format.js"
import { type ArchivedValue, handlingOf } from "./Kind.js"
import type { Line } from "./LineReader.js"
import type { TableWithColumns } from "./readTables.js"

/** A row of an export. */
export interface ImportedRow {
  readonly line: number
  readonly table: TableWithColumns
  /** The table's place among all tables. */
  readonly place: number
  /** In the order of the table's columns. */
  readonly values: ReadonlyArray<ArchivedValue>
}

const strict = { onExcessProperty: "error" } as const
const decodeHeader = Schema.decodeUnknownEither(Header, strict)
const decodeEnd = Schema.decodeUnknownEither(End, strict)

/** A table with how the values of its columns are judged. */
const judgedTable = (table: TableWithColumns, place: number) => ({
  table,
  place,
  refusals: new Map(table.columns.map((column) => [column.name, handlingOf(column).refused]))
})

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the lines of an export, one after another, and judges each. Its methods throw `ArchiveRefused`. */
export class ArchiveParser {
  readonly #hash = checksum()
  readonly #tables: ReadonlyMap<unknown, ReturnType<typeof judgedTable>>
  #header: typeof Header.Type | null = null
  #last: ReturnType<typeof judgedTable> | undefined
  #rows = 0
  #isEnded = false

  constructor(tables: ReadonlyArray<TableWithColumns>) {
    this.#tables = new Map(tables.map((table, place) => [table.name, judgedTable(table, place)]))
  }

  /** The first line, once it was read. */
  get header(): typeof Header.Type | null {
    return this.#header
  }

  /** The number of rows that were read. */
  get rows(): number {
    return this.#rows
  }

  /** The row of a line. Null for the first and the last line. */
  read(line: Line): ImportedRow | null {
    if (this.#isEnded) throw this.#bad(line, null, "absent: it comes after the last line")
    const value = jsonOf(line.text)
    if (this.#header === null) return this.#begin(line, value)
    if (!line.isEnded) throw refused({ reason: "cut", line: line.number })
    if (Predicate.hasProperty(value, "sha256")) return this.#end(line, value)
    this.#hash.update(`${line.text}\n`)
    if (!Predicate.isRecord(value)) throw this.#bad(line, null, "an object in JSON")
    const fields = Object.keys(value)
    if (fields.length !== 2 || !Predicate.isRecord(value.row)) throw this.#bad(line, null, "a table and a row")
    this.#rows++
    return this.#row(line, value.table, value.row)
  }

  /** Called after the last line. */
  end(lines: number): void {
    if (this.#header === null) throw refused({ reason: "no_export" })
    if (!this.#isEnded) throw refused({ reason: "cut", line: lines })
  }

  #bad({ number }: Line, field: string | null, expected: string) {
    return refused({ reason: "bad_line", line: number, field, expected })
  }

  #begin({ text }: Line, value: unknown): null {
    if (!Predicate.hasProperty(value, "format") || value.format !== "tollgate export") {
      throw refused({ reason: "no_export" })
    }
    const version = Predicate.hasProperty(value, "version") && Predicate.isNumber(value.version) ? value.version : null
    if (version === null) throw refused({ reason: "version", found: "without a number" })
    if (version < FIRST_VERSION || version > VERSION) throw refused({ reason: "version", found: String(version) })
    this.#header = Either.getOrThrowWith(decodeHeader(value), () => refused({ reason: "no_export" }))
    this.#hash.update(`${text}\n`)
    return null
  }

  #end(line: Line, value: unknown): null {
    const { rows, sha256 } = Either.getOrThrowWith(decodeEnd(value), () => this.#bad(line, null, "rows and sha256"))
    if (rows !== this.#rows) throw refused({ reason: "row_count", stated: rows, found: this.#rows })
    if (sha256 !== this.#hash.digest("hex")) throw refused({ reason: "checksum" })
    this.#isEnded = true
    return null
  }

  #row(line: Line, name: unknown, row: Readonly<Record<string, unknown>>): ImportedRow {
    const found = this.#tables.get(name)
    if (found === undefined) throw this.#bad(line, "table", "a table of an export")
    const { place, table } = found
    if (this.#last !== undefined && place < this.#last.place) {
      throw this.#bad(line, "table", `before the rows of ${this.#last.table.name}`)
    }
    if (table.isLedger === true && this.#header?.ledger !== true) {
      throw this.#bad(line, "table", "one of an export without the ledger, as the first line says")
    }
    this.#last = found
    return { line: line.number, table, place, values: this.#values(line, found, this.#completed(table, row)) }
  }

  /** A row with the columns that exports of its version do not have. */
  #completed({ added = {} }: TableWithColumns, row: Readonly<Record<string, unknown>>) {
    const { version = VERSION } = this.#header ?? {}
    const missing = Object.entries(added).filter(([, since]) => version < since.version)
    if (missing.length === 0) return row
    return {
      ...row,
      ...Object.fromEntries(missing.map(([name, { from }]) => [name, typeof from === "string" ? row[from] : from]))
    }
  }

  #values(
    line: Line,
    { refusals, table: { name } }: ReturnType<typeof judgedTable>,
    row: Readonly<Record<string, unknown>>
  ): ReadonlyArray<ArchivedValue> {
    const unknown = Object.keys(row).find((field) => !refusals.has(field))
    if (unknown !== undefined) {
      // A name in an edited file must not move the cursor of a terminal.
      const shown = /^\w{1,50}$/.test(unknown) ? unknown : "?"
      throw this.#bad(line, `${name}.${shown}`, "absent: the table has no such column")
    }
    return [...refusals].map(([column, refused]) => {
      const value = Object.hasOwn(row, column) ? row[column] : undefined
      const expected = value === undefined ? "there" : refused(value)
      if (expected !== null) throw this.#bad(line, `${name}.${column}`, expected)
      // It was not refused, so it is a value of its kind.
      return value as ArchivedValue
    })
  }
}
