import type { StorageFailure } from "@tollgate/core/storage"
import { toStorageFailure } from "@tollgate/sql/driver"
import type { SqliteConnection } from "../connection/SqliteConnection.js"

const savepoint = "tollgate_act"

/**
 * The transaction of the writer's connection. Several queued writes share it, one after another, each in a savepoint.
 */
export class SharedTransaction {
  readonly #connection: SqliteConnection
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** Rolls back what an earlier transaction left open. Throws SQLite's error. */
  clear(): void {
    if (this.#connection.inTransaction()) this.#connection.execute("ROLLBACK")
  }

  /** Takes the write lock. Throws SQLite's error, such as `SQLITE_BUSY` while another process has it. */
  begin(): void {
    this.#connection.execute("BEGIN IMMEDIATE")
  }

  /** Begins one queued write. Returns why the whole transaction is lost, or null. */
  beginPart(): StorageFailure | null {
    return this.#attempt(() => this.#connection.execute(`SAVEPOINT ${savepoint}`))
  }

  /**
   * Ends one queued write. Returns why the whole transaction is lost, for example because SQLite has rolled it back,
   * or null.
   */
  endPart(isUndone: boolean): StorageFailure | null {
    return this.#attempt(() => {
      if (isUndone) this.#connection.execute(`ROLLBACK TO SAVEPOINT ${savepoint}`)
      this.#connection.execute(`RELEASE SAVEPOINT ${savepoint}`)
    })
  }

  /** Commits. Returns why the outcome is a failure or unknown, or null. */
  commit(): StorageFailure | null {
    return this.#attempt(() => this.#connection.execute("COMMIT"))
  }

  /** Rolls back. If that fails, `clear` does it before the next transaction, which fails until then. */
  rollback(): void {
    this.#attempt(() => this.clear())
  }

  #attempt(act: () => void): StorageFailure | null {
    try {
      act()
      return null
    } catch (cause) {
      return toStorageFailure(cause)
    }
  }
}
