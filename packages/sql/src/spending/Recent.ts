/** What is kept of each kind of row, in memory, at the same time: about 20 MB of scopes. */
const MOST = 10_000

/** The rows that were added last, up to a number. */
export class Recent<K, A> {
  readonly #rows = new Map<K, A>()

  get(key: K): A | undefined {
    return this.#rows.get(key)
  }

  set(key: K, row: A): void {
    this.#rows.set(key, row)
    if (this.#rows.size <= MOST) return
    // A map is in the order of insertion.
    for (const oldest of this.#rows.keys()) {
      this.#rows.delete(oldest)
      return
    }
  }

  delete(key: K): void {
    this.#rows.delete(key)
  }

  clear(): void {
    this.#rows.clear()
  }
}
