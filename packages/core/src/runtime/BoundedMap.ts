/** A map that evicts the entries that were set first once there are too many, or once they weigh too much together. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #maxEntries: number
  readonly #maxWeight: number
  readonly #weigh: (value: V) => number
  #weight = 0

  /** @param weigh The weight of an entry, which does not change. @default 0 */
  constructor(maxEntries: number, maxWeight = Number.POSITIVE_INFINITY, weigh: (value: V) => number = () => 0) {
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

  /** Sets an entry. One that is set again is the newest. */
  set(key: K, value: V): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#weight += this.#weigh(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#weight <= this.#maxWeight) return
      this.delete(oldest)
    }
  }

  delete(key: K): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#weight -= this.#weigh(value)
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }
}
