/** How many entries a map has at most, if it is not said: about 20 MB of scopes. */
const MOST = 10_000

/** How many more entries are evicted than are too many: to find the first one passes all that were deleted before it. */
const MORE = 1_000

/** How many deletions leave a trace in a map, besides as many as it has entries. */
const TRACES = 64

/**
 * A map whose entries come and go, and which evicts those that were added first when it has too many. It is copied after many deletions: the
 * old table of a map whose entries were deleted refers to its next one, so one that has become old keeps all that follow it, and what was in
 * them, until the next full garbage collection.
 */
export class BoundedMap<K, A> {
  #entries = new Map<K, A>()
  #deleted = 0
  readonly #most: number
  constructor(most = MOST) {
    this.#most = most
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): A | undefined {
    return this.#entries.get(key)
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  set(key: K, value: A): void {
    this.#entries.set(key, value)
    this.evict(this.#most)
  }

  delete(key: K): void {
    if (!this.#entries.delete(key)) return
    if (++this.#deleted <= this.#entries.size + TRACES) return
    this.#entries = new Map(this.#entries)
    this.#deleted = 0
  }

  /** Evicts entries if there are more than `most`: the oldest ones, but for those that must stay. */
  evict(most = MOST, mayGo: (value: A) => boolean = () => true): void {
    if (this.#entries.size <= most) return
    let rest = this.#entries.size - most + MORE
    // A map is in the order of insertion.
    for (const [key, value] of this.#entries) {
      if (rest-- === 0) return
      if (mayGo(value)) this.delete(key)
    }
  }

  clear(): void {
    this.#entries = new Map()
    this.#deleted = 0
  }

  /** In the order of insertion. Entries may be deleted meanwhile. */
  entries(): IterableIterator<[K, A]> {
    return this.#entries.entries()
  }

  values(): IterableIterator<A> {
    return this.#entries.values()
  }
}
