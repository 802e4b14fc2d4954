/** The whole in-memory state: the value of each slice under its name. */
export interface State {
  readonly [slice: string]: unknown
}

/** One store's part of the state. It starts empty. */
export class Slice<A> {
  readonly #key: string
  readonly #empty: A
  constructor(name: string, empty: A) {
    this.#key = name
    this.#empty = empty
  }
  read(state: State): A {
    // Only `write` sets this key, with a value of type A.
    return this.#key in state ? (state[this.#key] as A) : this.#empty
  }
  /** The state with this value. A value that is there already leaves the state as it is. */
  write(state: State, value: A): State {
    return this.read(state) === value ? state : { ...state, [this.#key]: value }
  }
}
