import { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { MAX_WAITING_CALLS, type Restore } from "./acquire.js"

/** How many writes of one row may have a connection at the same time: one that holds its lock, and one that waits. */
const MAX_ROW_WRITES = 2

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

const refusal = (said: string) => new StorageFailure({ cause: new Error(said), outcome: "none" })

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

  /** How many writes wait. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  /**
   * Waits for a place. The caller runs it where it cannot be interrupted, and calls `leave`. `restore` makes the wait
   * interruptible.
   */
  enter(row: string, restore: Restore): Effect.Effect<void, StorageFailure> {
    return Effect.suspend(() => {
      const line = this.#lines.get(row) ?? { running: 0, waiting: new Set() }
      this.#lines.set(row, line)
      if (line.running < MAX_ROW_WRITES) {
        line.running++
        return Effect.void
      }
      if (line.waiting.size >= MAX_WAITING_CALLS) return refusal("Too many calls are waiting to write one row.")
      let isAdmitted = false
      const waiting = Effect.async<void, StorageFailure>((resume) => {
        const admit = () => {
          clearTimeout(late)
          isAdmitted = true
          line.running++
          resume(Effect.void)
        }
        line.waiting.add(admit)
        const late = setTimeout(() => {
          line.waiting.delete(admit)
          resume(refusal("The row was locked, and did not become free in time."))
        }, this.#timeout)
        return Effect.sync(() => {
          clearTimeout(late)
          line.waiting.delete(admit)
        })
      })
      // It may be admitted just before the interruption.
      return Effect.onInterrupt(restore(waiting), () => Effect.sync(() => isAdmitted && this.leave(row)))
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
