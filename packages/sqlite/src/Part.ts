import type { StorageFailure } from "@tollgate/core/storage"
import { Act } from "@tollgate/sql/driver"
import type { SqliteConnection } from "./SqliteConnection.js"

/** What is known of a part once its transaction has ended: why it is not kept, or that it is. */
export type Outcome = StorageFailure | null

/** What waits to have its part in a transaction. */
abstract class Part {
  /** Since when it has waited, in milliseconds of a clock that only goes forward. */
  readonly since: number
  outcome: Outcome | undefined
  #told: (outcome: Outcome) => void = () => {}
  constructor(since: number) {
    this.since = since
  }
  /** Calls back once it is known what became of it. */
  whenSettled(told: (outcome: Outcome) => void) {
    if (this.outcome === undefined) this.#told = told
    else told(this.outcome)
  }
  settle(outcome: Outcome) {
    this.outcome = outcome
    this.#told(outcome)
  }
}

/** One statement. SQLite undoes it by itself when it fails. */
export class Single extends Part {
  rows: ReadonlyArray<unknown> = []
  readonly text: string
  readonly params: ReadonlyArray<unknown>
  constructor(since: number, text: string, params: ReadonlyArray<unknown>) {
    super(since)
    this.text = text
    this.params = params
  }
}

/** An act, which its own fiber does while it has the turn. */
export class Turn extends Part {
  readonly act: Act
  isOver = false
  give: () => void = () => {}
  stopLimit: () => void = () => {}
  constructor(since: number, { connection }: SqliteConnection) {
    super(since)
    this.act = new Act(connection)
  }
}
