/** Tells when connections lead to a server that was started anew. */
export class ServerStart {
  #started: string | undefined
  #changed: ReadonlyArray<() => void> = []

  /** Registers a callback for when a connection leads to a server with another start time: it may have other data, as after a restored backup. */
  readonly onChange = (changed: () => void): void => {
    this.#changed = [...this.#changed, changed]
  }

  /** Notes the start time that a new connection reports. Called before the connection is used. */
  seen(started: string | undefined): void {
    const before = this.#started
    this.#started = started
    if (before !== undefined && before !== started) for (const changed of this.#changed) changed()
  }
}
