import * as HoldRows from "./holdRows.js"
import { Names } from "./Names.js"
import type { Statement } from "./Statements.js"
import type { Row } from "./scopeRows.js"
import { statementsSqlite } from "./statementsSqlite.js"

/** Names that committed rows have, and where new ones are kept. */
export interface KnownNames {
  readonly names: () => Names
  readonly keep: (learned: Names) => void
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
  stored(): void {
    if (this.#names.isEmpty) return
    this.#known.keep(this.#names)
    this.forget()
  }

  isKnown(name: string): boolean {
    return this.#names.idOf(name) !== undefined
  }

  /** The numbers of names, as far as they are known. Adds the others to `unknown`. */
  numbersOf(names: ReadonlyArray<string | null>, unknown: Set<string>): ReadonlyArray<number | null> {
    return names.map((name) => {
      const number = name === null ? null : (this.#names.idOf(name) ?? null)
      if (name !== null && number === null) unknown.add(name)
      return number
    })
  }

  #read(all: ReadonlyArray<Statement>): void {
    for (const row of this.#select(all)) this.#names.add(Number(row.id), String(row.name))
  }

  /** Reads or inserts names. */
  number(unknown: ReadonlyArray<string>): void {
    this.#read(statements.namesByText(unknown))
    this.#read(statements.insertNames(unknown.filter((name) => !this.isKnown(name))))
  }

  /** Holds from their rows. Reads the names in them. */
  toHolds(rows: ReadonlyArray<Row>): ReadonlyArray<ReturnType<typeof HoldRows.toHold>> {
    if (rows.length === 0) return []
    const missing = rows.flatMap(HoldRows.nameIds).filter((id) => this.#names.textOf(id) === undefined)
    if (missing.length > 0) this.#read(statements.namesById([...new Set(missing)]))
    return rows.map((row) => HoldRows.toHold(row, this.#names))
  }
}
