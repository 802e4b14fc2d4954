/** The whole in-memory state: the value of each slice under its key. */
export interface State {
  readonly [slice: symbol]: unknown
}

/** One store's part of the state. It starts empty. */
export class Slice<A> {
  readonly #key: symbol
  readonly #empty: A
  constructor(name: string, empty: A) {
    this.#key = Symbol(name)
    this.#empty = empty
  }
  read(state: State): A {
    // Only `write` sets this key, with a value of type A.
    return this.#key in state ? (state[this.#key] as A) : this.#empty
  }
  write(state: State, value: A): State {
    return { ...state, [this.#key]: value }
  }
}
