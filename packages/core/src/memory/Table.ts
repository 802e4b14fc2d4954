import type { Change } from "./Version.js"

/** What notes the changes of a table. */
interface Noting<T> {
  readonly log: Array<Change<T>>
}

/** Called with each row that changes, as it was and as it is; undefined is no row. */
type Moved<A> = (before: A | undefined, after: A | undefined) => void

class RowChange<T, K, A> implements Change<T> {
  readonly #of: (tables: T) => Table<T, K, A>
  readonly #key: K
  readonly #before: A | undefined
  constructor(of: (tables: T) => Table<T, K, A>, key: K, before: A | undefined) {
    this.#of = of
    this.#key = key
    this.#before = before
  }
  undo(tables: T): RowChange<T, K, A> {
    return new RowChange(this.#of, this.#key, this.#of(tables).replace(this.#key, this.#before))
  }
}

/** Rows that change in place. Each change is noted, so that it can be undone. */
export class Table<T, K, A> {
  readonly #rows: Map<K, A>
  readonly #noting: Noting<T>
  readonly #of: (tables: T) => Table<T, K, A>
  readonly #moved: Moved<A> | null
  /** `of` finds the table among its tables. */
  constructor(
    noting: Noting<T>,
    of: (tables: T) => Table<T, K, A>,
    rows: Iterable<readonly [K, A]> = [],
    moved: Moved<A> | null = null
  ) {
    this.#noting = noting
    this.#of = of
    this.#rows = new Map(rows)
    this.#moved = moved
    if (moved !== null) for (const row of this.#rows.values()) moved(undefined, row)
  }

  get size(): number {
    return this.#rows.size
  }

  get(key: K): A | undefined {
    return this.#rows.get(key)
  }

  entries(): Iterable<readonly [K, A]> {
    return this.#rows
  }

  values(): Iterable<A> {
    return this.#rows.values()
  }

  /** Adds or replaces a row; undefined deletes it. */
  set(key: K, row: A | undefined): void {
    this.#noting.log.push(new RowChange(this.#of, key, this.replace(key, row)))
  }

  /** The same, but not noted. Returns the row as it was. */
  replace(key: K, row: A | undefined): A | undefined {
    const before = this.#rows.get(key)
    if (row === undefined) this.#rows.delete(key)
    else this.#rows.set(key, row)
    this.#moved?.(before, row)
    return before
  }
}
