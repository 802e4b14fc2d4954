/** When the server that connections lead to was started. */
export class ServerStart {
  #started: string | undefined
  #changed: ReadonlyArray<() => void> = []

  /** Calls back when a connection leads to a server that was started at another time: it may have other data, as after a restored backup. */
  readonly onChange = (changed: () => void): void => {
    this.#changed = [...this.#changed, changed]
  }

  /** Notes what a new connection says, before a statement is sent by it. */
  seen(started: string | undefined): void {
    const before = this.#started
    this.#started = started
    if (before !== undefined && before !== started) for (const changed of this.#changed) changed()
  }
}
