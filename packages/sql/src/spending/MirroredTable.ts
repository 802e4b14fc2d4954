/** What is kept of each kind of row, in memory, at the same time: about 20 MB of scopes. */
const MOST = 10_000

/** How many deleted rows leave a trace in a map, besides as many as it has. */
const FEW = 64

/** The rows of a table as acts have left them, and how those are stored that are not written yet. */
export class MirroredTable<K, A> {
  // Maps are replaced rather than emptied: the old table of a map that was cleared, or whose deleted rows were removed, refers to its next
  // one, so one that has become old keeps all that follow it, and their rows, until the next full garbage collection.
  #rows = new Map<K, A>()
  #deleted = 0
  /** Null for a new row. */
  #stored = new Map<K, A | null>()
  /** What the present act has changed: the row before, and whether it was as it is stored. */
  readonly #undo: Array<{ readonly key: K; readonly before: A | undefined; readonly isFirst: boolean }> = []

  readonly #forgotten: (row: A) => void
  /** `forgotten` is told of rows that are not kept any more because there are too many. */
  constructor(forgotten: (row: A) => void = () => {}) {
    this.#forgotten = forgotten
  }

  get(key: K): A | undefined {
    return this.#rows.get(key)
  }

  /** Keeps a row as it is stored. */
  keep(key: K, row: A): void {
    this.#rows.set(key, row)
  }

  /** Changes a row, or adds one. It is not stored before it is written. */
  change(key: K, row: A): void {
    const before = this.#rows.get(key)
    const isFirst = !this.#stored.has(key)
    this.#undo.push({ key, before, isFirst })
    if (isFirst) this.#stored.set(key, before ?? null)
    this.#rows.set(key, row)
  }

  get changedCount(): number {
    return this.#stored.size
  }

  /** Calls back with each row that is not written yet, and with how it is stored: null if it is not. */
  forEachChanged(visit: (after: A, before: A | null) => void): void {
    for (const [key, before] of this.#stored) {
      const after = this.#rows.get(key)
      if (after !== undefined) visit(after, before)
    }
  }

  /** Begins an act: the changes before it stay. */
  begin(): void {
    this.#undo.length = 0
    if (this.#rows.size > MOST) this.#forget(this.#rows.size - MOST)
  }

  /** Undoes what the act has changed. */
  undo(): void {
    for (const { before, isFirst, key } of this.#undo.reverse()) {
      if (before === undefined) this.#rows.delete(key)
      else this.#rows.set(key, before)
      if (isFirst) this.#stored.delete(key)
    }
    this.#undo.length = 0
  }

  /** All changes are written. Rows that are not wanted any more are forgotten. */
  written(isWanted: (row: A) => boolean): void {
    for (const key of this.#stored.keys()) {
      const row = this.#rows.get(key)
      if (row !== undefined && !isWanted(row)) this.#delete(key)
    }
    this.#stored = new Map()
  }

  #delete(key: K): void {
    this.#rows.delete(key)
    if (++this.#deleted <= this.#rows.size + FEW) return
    this.#rows = new Map(this.#rows)
    this.#deleted = 0
  }

  /** Forgets the rows that were kept first, but none that is not written. */
  #forget(count: number): void {
    let rest = count
    // A map is in the order of insertion.
    for (const [key, row] of this.#rows) {
      if (rest-- === 0) return
      if (this.#stored.has(key)) continue
      this.#delete(key)
      this.#forgotten(row)
    }
  }

  clear(): void {
    this.#rows = new Map()
    this.#deleted = 0
    this.#stored = new Map()
    this.#undo.length = 0
  }
}
