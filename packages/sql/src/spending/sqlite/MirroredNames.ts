import * as HoldRows from "../rows/holdRows.js"
import { Names } from "../rows/Names.js"
import type { Statement } from "../rows/Statements.js"
import type { Row } from "../rows/scopeRows.js"
import { statementsSqlite } from "./statementsSqlite.js"

/** Names that committed rows have, and where new ones are kept. */
export interface KnownNames {
  readonly names: () => Names
  /** `now` is an instant at which they were learned. */
  readonly keep: (learned: Names, now: number) => void
}

type Select = (all: ReadonlyArray<Statement>) => ReadonlyArray<Row>

const statements = statementsSqlite(false)

/** The names in rows that acts judge, also in rows that are not committed yet. */
export class MirroredNames {
  readonly #known: KnownNames
  readonly #select: Select
  #names: Names
  constructor(known: KnownNames, select: Select) {
    this.#known = known
    this.#select = select
    this.#names = new Names(known.names())
  }

  /** Forgets the names of rows that are not committed. */
  forget(): void {
    this.#names = new Names(this.#known.names())
  }

  /** Keeps the names of rows that are committed now. */
  stored(now: number): void {
    if (this.#names.isEmpty) return
    this.#known.keep(this.#names, now)
    this.forget()
  }

  /** The numbers of names to write at an instant, as far as they are known. Adds the others to `unknown`. */
  numbersOf(names: ReadonlyArray<string | null>, unknown: Set<string>, now: number): ReadonlyArray<number | null> {
    return names.map((name) => {
      const number = name === null ? null : (this.#names.idOf(name, now) ?? null)
      if (name !== null && number === null) unknown.add(name)
      return number
    })
  }

  #number(all: ReadonlyArray<Statement>): ReadonlySet<string> {
    const rows = this.#select(all)
    for (const { id, name } of rows) this.#names.add(Number(id), String(name))
    return new Set(rows.map(({ name }) => String(name)))
  }

  /** Reads or inserts names. */
  number(unknown: ReadonlyArray<string>): void {
    const found = this.#number(statements.namesByText(unknown))
    this.#number(statements.insertNames(unknown.filter((name) => !found.has(name))))
  }

  /** Holds from their rows. Reads the names in them. */
  toHolds(rows: ReadonlyArray<Row>): ReadonlyArray<ReturnType<typeof HoldRows.toHold>> {
    if (rows.length === 0) return []
    const missing = rows.flatMap(HoldRows.nameIds).filter((id) => this.#names.textOf(id) === undefined)
    if (missing.length > 0) {
      const read = this.#select(statements.namesById([...new Set(missing)]))
      for (const { id, name } of read) this.#names.show(Number(id), String(name))
    }
    return rows.map((row) => HoldRows.toHold(row, this.#names))
  }
}
