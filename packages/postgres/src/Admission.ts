import * as Effect from "effect/Effect"

/** How long a transaction waits for those before it. */
const WAIT_TIMEOUT_MILLIS = 20_000

/**
 * How many transactions run at the same time: fewer while they clash with each other, as many as there is room for while they
 * do not. Ten at once that change one row make nine attempts in vain for each that is kept; of a thousand most would give up.
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

  /** Waits for a place; `again` goes before those who have not tried yet. */
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
        // It was admitted at the very moment, and the interruption came first.
        this.#running--
        this.#admit()
      })
    })

  /** Gives the place back: a clash halves how many may run, and whoever got through lets a fraction of one more in. */
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
