import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

/** How many writes of one row may have a connection at the same time: one that holds its lock, and one that waits. */
const MOST_AT_ONCE = 2

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

const rowIsLocked = () =>
  new StorageFailure({ cause: new Error("The row was locked, and did not become free in time."), outcome: "none" })

/**
 * Limits how many writes of the same row have a connection: while another application holds its lock, those that wait for
 * it must not use up the pool.
 */
export class RowQueue {
  readonly #timeout: number
  readonly #lines = new Map<string, Line>()
  /** `timeout` is the longest wait for a place, in milliseconds. */
  constructor(timeout: number) {
    this.#timeout = timeout
  }

  /** Waits for a place. Whoever got one calls `leave`. */
  enter(row: string): Effect.Effect<void, StorageFailure> {
    return Effect.async((resume) => {
      const line = this.#lines.get(row) ?? { running: 0, waiting: new Set() }
      this.#lines.set(row, line)
      let isAdmitted = false
      const admit = () => {
        clearTimeout(late)
        isAdmitted = true
        line.running++
        resume(Effect.void)
      }
      let late: NodeJS.Timeout | undefined
      if (line.running < MOST_AT_ONCE) admit()
      else {
        line.waiting.add(admit)
        late = setTimeout(() => {
          line.waiting.delete(admit)
          resume(rowIsLocked())
        }, this.#timeout)
      }
      return Effect.sync(() => {
        clearTimeout(late)
        line.waiting.delete(admit)
        // It was admitted just before the interruption.
        if (isAdmitted) this.leave(row)
      })
    })
  }

  leave(row: string): void {
    const line = this.#lines.get(row)
    if (line === undefined) return
    line.running--
    const [next] = line.waiting
    if (next !== undefined) {
      line.waiting.delete(next)
      next()
    } else if (line.running === 0) this.#lines.delete(row)
  }
}
