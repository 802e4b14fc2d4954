/** What a request came to against its key's allowance. */
export interface Taken {
  /** How many more the window allows; negative where this one was not allowed. */
  readonly remaining: number
  /** Milliseconds until the window is over. */
  readonly resetAfter: number
}

interface Window {
  readonly began: number
  count: number
}

/**
 * Counts requests in windows, one for each name. A window begins with its first request, and each that it allows makes it
 * last its share of the whole longer: what is used up slowly is given back early. Times are milliseconds of a clock that never steps back.
 *
 * Windows are kept by when they began, in this span or the one before: what is older is over, and is dropped whole. So no
 * more are kept than there were names in two spans, and none has to be looked for.
 */
export class RateLimiter {
  readonly #span: number
  #since = Number.NEGATIVE_INFINITY
  #windows = new Map<string, Window>()
  #before = new Map<string, Window>()
  constructor(span: number) {
    this.#span = span
  }

  /** How many windows are kept. */
  get size(): number {
    return this.#windows.size + this.#before.size
  }

  #rotate(now: number): void {
    if (now < this.#since + this.#span) return
    this.#before = now < this.#since + 2 * this.#span ? this.#windows : new Map()
    this.#windows = new Map()
    this.#since = now
  }

  /** Takes one of so many requests that each window allows a name. */
  take(name: string, limit: number, now: number): Taken {
    this.#rotate(now)
    const endOf = ({ began, count }: Window) => began + (count * this.#span) / limit
    let window = this.#windows.get(name) ?? this.#before.get(name)
    if (window === undefined || endOf(window) <= now) {
      window = { began: now, count: 0 }
      this.#windows.set(name, window)
    }
    const remaining = limit - window.count - 1
    if (remaining >= 0) window.count++
    return { remaining, resetAfter: endOf(window) - now }
  }
}
