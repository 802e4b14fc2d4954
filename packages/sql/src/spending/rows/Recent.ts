import { TurnoverMap } from "./TurnoverMap.js"

/** What is kept of each kind of row, in memory, at the same time: about 20 MB of scopes. */
const MOST = 10_000

/** How many are forgotten at a time: to find the first one passes all that were deleted before it. */
const SOME = 1_000

/** The rows that were added last, up to a number. */
export class Recent<K, A> {
  readonly #rows = new TurnoverMap<K, A>()

  get(key: K): A | undefined {
    return this.#rows.get(key)
  }

  set(key: K, row: A): void {
    this.#rows.set(key, row)
    if (this.#rows.size <= MOST) return
    let rest = SOME
    // A map is in the order of insertion.
    for (const [oldest] of this.#rows.entries()) {
      if (rest-- === 0) return
      this.#rows.delete(oldest)
    }
  }

  delete(key: K): void {
    this.#rows.delete(key)
  }

  clear(): void {
    this.#rows.clear()
  }
}
