import type { SqliteConnection } from "../connection/SqliteConnection.js"

/**
 * Tells whether rows can have changed between two acts of one owner in another way than by its own acts. While they cannot, both
 * are called with the same object.
 */
export class Epochs {
  #owner: object | null = null
  #epoch = {}
  /** Changes when another process has committed. */
  #version: number | null = null
  #isCompared = false
  readonly #connection: SqliteConnection
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** Notes that a transaction has taken the write lock: another process may have committed before. */
  begin(): void {
    this.#isCompared = false
  }

  /** The epoch of an owner's act, in a transaction. Throws SQLite's error. */
  of(owner: object): object {
    if (!this.#isCompared) this.#compare()
    if (this.#owner !== owner) {
      this.#owner = owner
      this.#epoch = {}
    }
    return this.#epoch
  }

  /** Ends the epoch: before another write, and after anything was rolled back. */
  end(): void {
    this.#owner = null
  }

  #compare(): void {
    const version = this.#connection.dataVersion()
    if (version !== this.#version) this.end()
    this.#version = version
    this.#isCompared = true
  }
}
