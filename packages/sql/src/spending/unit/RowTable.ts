import { BoundedMap } from "@tollgate/core/storage"

/** How many rows are kept from act to act: about 20 MB of scopes. */
const MAX_ROWS = 10_000

/** A row as acts leave it, and as it is stored: null if it is new. */
export interface RowChange<A> {
  readonly before: A | null
  readonly after: A
}

/** Changed in place: a map of many rows is not written for each change. */
class Entry<K, A> implements RowChange<A> {
  readonly key: K
  after: A
  /** How the row is stored, if it is not written yet. */
  before: A | null
  /** Whether the row is new, although some of it may be stored. */
  isNew: boolean
  isChanged = false
  /** The row as the present act has found it, if that has changed it, and whether it was as it is stored. */
  found: A | null = null
  wasStored = false
  constructor(key: K, after: A, before: A | null, isNew: boolean) {
    this.key = key
    this.after = after
    this.before = before
    this.isNew = isNew
  }
}

/** The rows of a table as acts leave them, and how those are stored that are not written yet. */
export class RowTable<K, A> {
  readonly #rows = new BoundedMap<K, Entry<K, A>>()
  /** Replaced rather than emptied, as the entries of the map are. */
  #changed: Array<Entry<K, A>> = []
  /** What the present act has changed. Not each change: the rows between the first and the last would outlive the act. */
  #touched: Array<Entry<K, A>> = []

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
    this.#rows.set(key, new Entry(key, row, null, false))
  }

  /** Changes a row, or adds one. It is not stored before it is written. `stored` is how a row is stored that is not known yet. */
  change(key: K, row: A, stored: A | null = null): void {
    let entry = this.#rows.get(key)
    if (entry === undefined) {
      entry = new Entry(key, stored ?? row, stored, stored === null)
      this.#rows.set(key, entry)
    } else if (!entry.isChanged) entry.before = entry.after
    this.#touch(entry, row)
  }

  /** Adds a row, of which `stored` is already stored. */
  add(key: K, row: A, stored: A | null): void {
    const entry = new Entry(key, stored ?? row, stored, true)
    this.#rows.set(key, entry)
    this.#touch(entry, row)
  }

  #touch(entry: Entry<K, A>, row: A): void {
    if (entry.found === null) {
      entry.found = entry.after
      entry.wasStored = !entry.isChanged
      this.#touched.push(entry)
    }
    if (!entry.isChanged) {
      entry.isChanged = true
      this.#changed.push(entry)
    }
    entry.after = row
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
    for (const entry of this.#touched) entry.found = null
    if (this.#touched.length > 0) this.#touched = []
    this.#rows.evict(MAX_ROWS, this.#mayGo)
  }

  /** Undoes what the act has changed. */
  undo(): void {
    for (const entry of this.#touched) {
      if (entry.wasStored && entry.isNew) this.#rows.delete(entry.key)
      if (entry.found !== null) entry.after = entry.found
      entry.found = null
      if (!entry.wasStored) continue
      entry.isChanged = false
      entry.before = null
      // What the act has changed first is at the end.
      this.#changed.pop()
    }
    this.#touched = []
  }

  /** All changes are written. Rows that are not wanted any more are forgotten. */
  written(isWanted: (row: A) => boolean): void {
    for (const entry of this.#changed) {
      entry.isChanged = false
      entry.isNew = false
      entry.before = null
      if (!isWanted(entry.after)) this.#rows.delete(entry.key)
    }
    this.#changed = []
  }
}
