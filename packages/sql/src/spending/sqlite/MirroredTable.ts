/** What is kept of each kind of row, in memory, at the same time: about 20 MB of scopes. */
const MOST = 10_000

/** How many rows are forgotten at a time: to find the first one passes all that were deleted before it. */
const SOME = 1_000

/** How many deleted rows leave a trace in a map, besides as many as it has. */
const FEW = 64

/** A row as acts have left it. Changed in place: a map of many rows is not written for each change. */
interface Entry<K, A> {
  readonly key: K
  row: A
  /** How the row is stored, if it is not written yet. Null for a new row. */
  stored: A | null
  isChanged: boolean
}

/** What the present act has changed: the row before, and whether it was as it is stored. */
interface Undo<K, A> {
  readonly entry: Entry<K, A>
  readonly before: A
  readonly isFirst: boolean
}

/** The rows of a table as acts have left them, and how those are stored that are not written yet. */
export class MirroredTable<K, A> {
  // Maps are replaced rather than emptied: the old table of a map that was cleared, or whose deleted rows were removed, refers to its next
  // one, so one that has become old keeps all that follow it, and their rows, until the next full garbage collection.
  #rows = new Map<K, Entry<K, A>>()
  #deleted = 0
  /** Rows that are not written yet, in the order in which they were first changed. */
  #changed: Array<Entry<K, A>> = []
  #undo: Array<Undo<K, A>> = []

  readonly #forgotten: (row: A) => void
  /** `forgotten` is told of rows that are not kept any more because there are too many. */
  constructor(forgotten: (row: A) => void = () => {}) {
    this.#forgotten = forgotten
  }

  get(key: K): A | undefined {
    return this.#rows.get(key)?.row
  }

  /** Keeps a row as it is stored. */
  keep(key: K, row: A): void {
    this.#rows.set(key, { key, row, stored: null, isChanged: false })
  }

  /** Changes a row, or adds one. It is not stored before it is written. */
  change(key: K, row: A): void {
    const known = this.#rows.get(key)
    if (known === undefined) {
      const entry: Entry<K, A> = { key, row, stored: null, isChanged: true }
      this.#rows.set(key, entry)
      this.#changed.push(entry)
      this.#undo.push({ entry, before: row, isFirst: true })
      return
    }
    this.#undo.push({ entry: known, before: known.row, isFirst: !known.isChanged })
    if (!known.isChanged) {
      known.isChanged = true
      known.stored = known.row
      this.#changed.push(known)
    }
    known.row = row
  }

  get changedCount(): number {
    return this.#changed.length
  }

  /** Calls back with each row that is not written yet, and with how it is stored: null if it is not. */
  forEachChanged(visit: (after: A, before: A | null) => void): void {
    for (const { row, stored } of this.#changed) visit(row, stored)
  }

  /** Begins an act: the changes before it stay. */
  begin(): void {
    if (this.#undo.length > 0) this.#undo = []
    if (this.#rows.size > MOST) this.#forget(this.#rows.size - MOST + SOME)
  }

  /** Undoes what the act has changed. */
  undo(): void {
    for (const { before, entry, isFirst } of this.#undo.reverse()) {
      if (isFirst && entry.stored === null) this.#rows.delete(entry.key)
      entry.row = before
      if (!isFirst) continue
      entry.isChanged = false
      entry.stored = null
      // What the act has changed first is at the end.
      this.#changed.pop()
    }
    this.#undo = []
  }

  /** All changes are written. Rows that are not wanted any more are forgotten. */
  written(isWanted: (row: A) => boolean): void {
    for (const entry of this.#changed) {
      entry.isChanged = false
      entry.stored = null
      if (!isWanted(entry.row)) this.#delete(entry.key)
    }
    this.#changed = []
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
    for (const [key, { isChanged, row }] of this.#rows) {
      if (rest-- === 0) return
      if (isChanged) continue
      this.#delete(key)
      this.#forgotten(row)
    }
  }

  clear(): void {
    this.#rows = new Map()
    this.#deleted = 0
    this.#changed = []
    this.#undo = []
  }
}
