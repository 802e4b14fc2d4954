import { BoundedMap } from "@tollgate/core/storage"

/** How many rows are kept from act to act: about 20 MB of scopes. */
const MAX_ROWS = 10_000

/** A row as acts leave it, and as it is stored: null if it is new. */
export interface RowChange<A> {
  readonly before: A | null
  readonly after: A
}

/** Changed in place: a map of many rows is not written for each change. */
interface Entry<K, A> {
  readonly key: K
  after: A
  /** How the row is stored, if it is not written yet. */
  before: A | null
  isChanged: boolean
}

/** What the present act has changed: the row before it, and whether that was as it is stored. */
interface Undo<K, A> {
  readonly entry: Entry<K, A>
  readonly before: A
  readonly isFirst: boolean
}

/** The rows of a table as acts leave them, and how those are stored that are not written yet. */
export class RowTable<K, A> {
  readonly #rows = new BoundedMap<K, Entry<K, A>>()
  /** Replaced rather than emptied, as the entries of the map are. */
  #changed: Array<Entry<K, A>> = []
  #undo: Array<Undo<K, A>> = []

  readonly #evicted: (row: A) => void
  /** `evicted` is called with rows that are dropped because there are too many. */
  constructor(evicted: (row: A) => void = () => {}) {
    this.#evicted = evicted
  }

  get(key: K): A | undefined {
    return this.#rows.get(key)?.after
  }

  /** Keeps a row as it is stored. */
  keep(key: K, row: A): void {
    this.#rows.set(key, { key, after: row, before: null, isChanged: false })
  }

  /** Changes a row, or adds one. It is not stored before it is written. `stored` is how a row is stored that is not known yet. */
  change(key: K, row: A, stored: A | null = null): void {
    const known = this.#rows.get(key)
    if (known === undefined) {
      const entry: Entry<K, A> = { key, after: row, before: stored, isChanged: true }
      this.#rows.set(key, entry)
      this.#changed.push(entry)
      this.#undo.push({ entry, before: stored ?? row, isFirst: true })
      return
    }
    this.#undo.push({ entry: known, before: known.after, isFirst: !known.isChanged })
    if (!known.isChanged) {
      known.isChanged = true
      known.before = known.after
      this.#changed.push(known)
    }
    known.after = row
  }

  /** The rows that are not written yet, in the order in which they were first changed. */
  get changed(): ReadonlyArray<RowChange<A>> {
    return this.#changed
  }

  readonly #mayGo = ({ after, isChanged }: Entry<K, A>): boolean => {
    if (!isChanged) this.#evicted(after)
    return !isChanged
  }

  /** Begins an act: the changes before it stay. Evicts the oldest rows, but none that is not written. */
  begin(): void {
    if (this.#undo.length > 0) this.#undo = []
    this.#rows.evict(MAX_ROWS, this.#mayGo)
  }

  /** Undoes what the act has changed. */
  undo(): void {
    for (const { before, entry, isFirst } of this.#undo.reverse()) {
      if (isFirst && entry.before === null) this.#rows.delete(entry.key)
      entry.after = before
      if (!isFirst) continue
      entry.isChanged = false
      entry.before = null
      // What the act has changed first is at the end.
      this.#changed.pop()
    }
    this.#undo = []
  }

  /** All changes are written. Rows that are not wanted any more are forgotten. */
  written(isWanted: (row: A) => boolean): void {
    for (const entry of this.#changed) {
      entry.isChanged = false
      entry.before = null
      if (!isWanted(entry.after)) this.#rows.delete(entry.key)
    }
    this.#changed = []
  }
}
