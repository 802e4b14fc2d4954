/** How many deletions leave a trace in a map, besides as many as it has entries. */
const MAX_TRACES = 64

// Made once: a default that is a function would be allocated with each call.
const weighsNothing = () => 0
const mayAlwaysGo = () => true

/**
 * A map that evicts the entries that were set first once there are too many, or once they weigh too much together. It is copied after many
 * deletions: the old table of a map whose entries were deleted refers to its next one, so one that has become old keeps all that follow it,
 * and what was in them, until the next full garbage collection.
 */
export class BoundedMap<K, V> {
  #entries = new Map<K, V>()
  #deleted = 0
  readonly #maxEntries: number
  readonly #maxWeight: number
  readonly #weigh: (value: V) => number
  #weight = 0

  /** @param weigh The weight of an entry, which does not change. @default 0 */
  constructor(
    maxEntries = Number.POSITIVE_INFINITY,
    maxWeight = Number.POSITIVE_INFINITY,
    weigh: (value: V) => number = weighsNothing
  ) {
    this.#maxEntries = maxEntries
    this.#maxWeight = maxWeight
    this.#weigh = weigh
  }

  get size(): number {
    return this.#entries.size
  }

  /** The weight of all entries. */
  get weight(): number {
    return this.#weight
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  /** Sets an entry. One that is set again is the newest. */
  set(key: K, value: V): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weigh(value)
    this.evict(this.#maxEntries)
  }

  /** Evicts the oldest entries while there are too many, but for those that must stay. */
  evict(maxEntries: number, mayGo: (value: V) => boolean = mayAlwaysGo): void {
    if (this.#entries.size <= maxEntries && this.#weight <= this.#maxWeight) return
    for (const [oldest, value] of this.#entries) {
      if (mayGo(value)) this.delete(oldest)
      if (this.#entries.size <= maxEntries && this.#weight <= this.#maxWeight) return
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#weight -= this.#weigh(value)
    if (++this.#deleted <= this.#entries.size + MAX_TRACES) return
    this.#entries = new Map(this.#entries)
    this.#deleted = 0
  }

  clear(): void {
    this.#entries = new Map()
    this.#deleted = 0
    this.#weight = 0
  }

  /** In the order in which they were set. Entries may be deleted meanwhile. */
  entries(): IterableIterator<[K, V]> {
    return this.#entries.entries()
  }

  values(): IterableIterator<V> {
    return this.#entries.values()
  }
}
