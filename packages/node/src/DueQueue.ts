/** An element of a queue. */
export interface Due {
  /** When it is due. It must not change while the element is in a queue. */
  at: number
  /** Its index in the heap, set by the queue. Below 0 if it is in no queue. */
  place: number
}

/** A priority queue by due time: a binary heap, so that adding and removing take logarithmic time. */
export class DueQueue<A extends Due> {
  readonly #heap: Array<A> = []

  /** The element that is due first. */
  get first(): A | undefined {
    return this.#heap[0]
  }

  add(due: A): void {
    this.#rise(due, this.#heap.length)
  }

  /** Removes an element, if it is in the queue. */
  remove(due: A): void {
    const { place } = due
    if (this.#heap[place] !== due) return
    due.place = -1
    const last = this.#heap.pop()
    if (last === undefined || last === due) return
    this.#sink(last, place)
    this.#rise(last, last.place)
  }

  #put(due: A, place: number): void {
    this.#heap[place] = due
    due.place = place
  }

  /** Puts an element at a place, and moves it up past those that are due later. */
  #rise(due: A, place: number): void {
    let at = place
    for (let other = this.#above(at); other !== undefined && other.at > due.at; other = this.#above(at)) {
      const { place: above } = other
      this.#put(other, at)
      at = above
    }
    this.#put(due, at)
  }

  /** Puts an element at a place, and moves it down past those that are due sooner. */
  #sink(due: A, place: number): void {
    let at = place
    for (let other = this.#below(at); other !== undefined && other.at < due.at; other = this.#below(at)) {
      const { place: below } = other
      this.#put(other, at)
      at = below
    }
    this.#put(due, at)
  }

  #above(place: number): A | undefined {
    return place === 0 ? undefined : this.#heap[(place - 1) >> 1]
  }

  /** Of the two elements below a place, the one that is due sooner. */
  #below(place: number): A | undefined {
    const [left, right] = [this.#heap[2 * place + 1], this.#heap[2 * place + 2]]
    return left !== undefined && right !== undefined && right.at < left.at ? right : left
  }
}
