/** How many deletions leave a trace in a map, besides as many as it has entries. */
const FEW = 64

/**
 * A map whose entries come and go. It is copied after many deletions: the old table of a map whose entries were deleted refers to its next
 * one, so one that has become old keeps all that follow it, and what was in them, until the next full garbage collection.
 */
export class TurnoverMap<K, A> {
  #entries = new Map<K, A>()
  #deleted = 0

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
  }

  delete(key: K): void {
    if (!this.#entries.delete(key)) return
    if (++this.#deleted <= this.#entries.size + FEW) return
    this.#entries = new Map(this.#entries)
    this.#deleted = 0
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
