import * as Effect from "effect/Effect"

/** How long a transaction waits to run, in milliseconds. */
const WAIT_TIMEOUT_MILLIS = 20_000

/**
 * Limits how many transactions run at the same time: fewer while they conflict, more while they do not. Without it,
 * ten concurrent changes of one row make nine failed attempts for each that succeeds, and of a thousand most would
 * give up.
 */
export class Admission<E> {
  readonly #most: number
  readonly #tooLong: () => E
  #limit: number
  #running = 0
  readonly #waiting: Array<() => void> = []
  constructor(most: number, tooLong: () => E) {
    this.#most = this.#limit = most
    this.#tooLong = tooLong
  }

  /** Waits to run. A retry (`again`) goes before first attempts. */
  readonly enter = (again: boolean): Effect.Effect<void, E> =>
    Effect.async<void, E>((resume) => {
      let isAdmitted = false
      const giveUp = () => {
        clearTimeout(late)
        const place = this.#waiting.indexOf(admit)
        if (place >= 0) this.#waiting.splice(place, 1)
      }
      const late = setTimeout(() => {
        giveUp()
        resume(Effect.fail(this.#tooLong()))
      }, WAIT_TIMEOUT_MILLIS)
      const admit = () => {
        clearTimeout(late)
        isAdmitted = true
        this.#running++
        resume(Effect.void)
      }
      if (again) this.#waiting.unshift(admit)
      else this.#waiting.push(admit)
      this.#admit()
      return Effect.sync(() => {
        giveUp()
        if (!isAdmitted) return
        // It was admitted just before the interruption.
        this.#running--
        this.#admit()
      })
    })

  /** Ends a transaction. A conflict halves the limit; a success raises it by a fraction. */
  leave(hasClashed: boolean): void {
    this.#running--
    this.#limit = hasClashed ? Math.max(1, this.#limit / 2) : Math.min(this.#most, this.#limit + 1 / this.#limit)
    this.#admit()
  }

  #admit() {
    while (this.#running < Math.floor(this.#limit)) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      next()
    }
  }
}
