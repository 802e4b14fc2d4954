import type { HoldRecord } from "@tollgate/core/storage"
import type { Dialect } from "./Dialect.js"
import { nameIds, toHold } from "./holdRows.js"
import type { Names } from "./Names.js"
import { rowsOf, type Script } from "./Script.js"
import type { Row } from "./scopeRows.js"

type NameStatements = Pick<Dialect, "namesById" | "namesByText" | "insertNames">

/** Reads the names that rows refer to, and numbers those that new rows are to refer to. */
export class NameReader {
  readonly names: Names
  readonly #statements: NameStatements
  constructor(names: Names, statements: NameStatements) {
    this.names = names
    this.#statements = statements
  }

  /** Reads or inserts the names that have no number to write at an instant. */
  *number(texts: ReadonlySet<string>, now: number): Script<void> {
    const { insertNames, namesByText } = this.#statements
    // Another transaction may insert one between the first two.
    for (const statements of [namesByText, insertNames, namesByText]) {
      const unknown = [...texts].filter((text) => this.names.idOf(text, now) === undefined)
      if (unknown.length === 0) return
      for (const { id, name } of yield* rowsOf(statements(unknown))) this.names.add(Number(id), String(name))
    }
  }

  /** Reads the names with these numbers that are not known. */
  *readMissing(ids: ReadonlyArray<number>): Script<void> {
    const missing = ids.filter((id) => this.names.textOf(id) === undefined)
    if (missing.length === 0) return
    const rows = yield* rowsOf(this.#statements.namesById([...new Set(missing)]))
    for (const { id, name } of rows) this.names.show(Number(id), String(name))
  }

  /** Reads holds from rows, and the names in them. */
  *toHolds(rows: ReadonlyArray<Row>): Script<ReadonlyArray<HoldRecord>> {
    yield* this.readMissing(rows.flatMap(nameIds))
    return rows.map((row) => toHold(row, this.names))
  }
}
