import type { StorageFailure } from "@tollgate/core/storage"
import { failureOf } from "@tollgate/sql/driver"
import type { SqliteConnection } from "./SqliteConnection.js"

const savepoint = "tollgate_act"

/** The transaction of the writer's connection, which several parts share: one after another, each in a savepoint. */
export class SharedTransaction {
  readonly #connection: SqliteConnection
  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** Undoes what an earlier one could not. Throws SQLite's error. */
  clear(): void {
    if (this.#connection.inTransaction()) this.#connection.execute("ROLLBACK")
  }

  /** Takes the lock. Throws SQLite's error, as where another process has it. */
  begin(): void {
    this.#connection.execute("BEGIN IMMEDIATE")
  }

  /** Why the whole transaction is gone; null as long as it is not. */
  beginPart(): StorageFailure | null {
    return this.#attempt(() => this.#connection.execute(`SAVEPOINT ${savepoint}`))
  }

  /** Why the whole transaction is gone, as it is after SQLite has undone it by itself. */
  endPart(isUndone: boolean): StorageFailure | null {
    return this.#attempt(() => {
      if (isUndone) this.#connection.execute(`ROLLBACK TO SAVEPOINT ${savepoint}`)
      this.#connection.execute(`RELEASE SAVEPOINT ${savepoint}`)
    })
  }

  /** Why it was not committed, or may not have been. */
  commit(): StorageFailure | null {
    return this.#attempt(() => this.#connection.execute("COMMIT"))
  }

  /** What cannot be undone now is undone before the next transaction begins, which fails for as long as this does. */
  rollback(): void {
    this.#attempt(() => this.clear())
  }

  #attempt(act: () => void): StorageFailure | null {
    try {
      act()
      return null
    } catch (cause) {
      return failureOf(cause)
    }
  }
}
