import * as Effect from "effect/Effect"

/** How long reads may run before the event loop turns. */
const MAX_TURN_MS = 5

/**
 * Lets the event loop turn during many reads: they complete in microtasks, so timers and sockets would wait until the last
 * of them. `now` returns milliseconds of a monotonic clock.
 */
export class ReadTurns {
  /** When the first read after a turn of the event loop began; null if there was none. */
  #since: number | null = null
  readonly #waiting = new Set<() => void>()
  readonly #now: () => number
  constructor(now: () => number) {
    this.#now = now
  }

  /** Call this before each read. Returns an effect to run first if reads have run for too long, and null otherwise. */
  due(): Effect.Effect<void> | null {
    if (this.#since === null) this.#watch()
    return this.#isOver() ? this.#turn : null
  }

  #watch(): void {
    this.#since = this.#now()
    setImmediate(() => {
      this.#since = null
      if (this.#waiting.size > 0) {
        this.#watch()
        this.#resumeOne()
      }
    })
  }

  #isOver(): boolean {
    return this.#since !== null && this.#now() - this.#since >= MAX_TURN_MS
  }

  #resumeOne(): void {
    const [resume] = this.#waiting
    if (resume !== undefined) {
      this.#waiting.delete(resume)
      resume()
    }
  }

  /** Those that wait for a turn go on one after another, as long as there is time. */
  readonly #turn: Effect.Effect<void> = Effect.map(
    Effect.async<void>((done) => {
      const resume = () => done(Effect.void)
      this.#waiting.add(resume)
      // The event loop may have turned since `due` was called.
      if (this.#since === null) this.#watch()
      return Effect.sync(() => this.#waiting.delete(resume))
    }),
    () => {
      if (!this.#isOver()) this.#resumeOne()
    }
  )
}
