/** The whole state in memory: what each slice has put under its key. */
export interface State {
  readonly [slice: symbol]: unknown
}

/** A store's own part of the state, which begins empty. */
export class Slice<A> {
  readonly #key: symbol
  readonly #empty: A
  constructor(name: string, empty: A) {
    this.#key = Symbol(name)
    this.#empty = empty
  }
  read(state: State): A {
    // What stands under this key was put there by `write`, which takes nothing else.
    return this.#key in state ? (state[this.#key] as A) : this.#empty
  }
  write(state: State, value: A): State {
    return { ...state, [this.#key]: value }
  }
}
