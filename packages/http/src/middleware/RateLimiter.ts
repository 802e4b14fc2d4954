/** How many requests a name may make in the span. */
export interface Quota {
  readonly name: string
  readonly limit: number
}

/** The outcome of one request, stated for the quota that has least left. */
export interface Taken {
  readonly allowed: boolean
  readonly limit: number
  /** Requests left. */
  readonly remaining: number
  /** Milliseconds until a request is allowed again; 0 for now. */
  readonly retryAfter: number
  /** Milliseconds until the whole limit is available again. */
  readonly resetAfter: number
}

/** The allowed requests of one name that still count, in slots of time, oldest first. */
interface Usage {
  count: number
  /** When each slot had its last request. */
  readonly lasts: Array<number>
  readonly counts: Array<number>
}

/** Slots in a span: a span and its two ends touch at most one more. */
const SLOTS = 60

/** Names in each of the two generations. */
const MAX_NAMES = 100_000

/**
 * Counts requests in a sliding window: no interval as long as the span ever holds more allowed requests than the limit.
 * Times are milliseconds of a clock that never steps back.
 *
 * Requests of one slot expire together, with the last of them. So a request counts for the span and less than a slot
 * longer, never shorter, and a name needs at most 61 numbers, whatever its limit.
 *
 * Names are kept in two generations. A name moves to the newer one when it is used; the older one is dropped whole once
 * a span has passed, when nothing in it counts any more, or once the newer one is full. Then the names that were idle for longest
 * count from zero again.
 */
export class RateLimiter {
  readonly #span: number
  readonly #maxNames: number
  #since = Number.NEGATIVE_INFINITY
  #newer = new Map<string, Usage>()
  #older = new Map<string, Usage>()

  constructor(span: number, maxNames = MAX_NAMES) {
    this.#span = span
    this.#maxNames = maxNames
  }

  /** How many names are kept. */
  get size(): number {
    return this.#newer.size + this.#older.size
  }

  /** Takes one request from every quota if all of them allow it, and else from none. */
  take(quotas: readonly [Quota, ...ReadonlyArray<Quota>], now: number): Taken {
    this.#rotate(now)
    const usages = quotas.map(({ name }) => this.#usage(name, now))
    const allowed = quotas.every(({ limit }, i) => (usages[i]?.count ?? 0) < limit)
    let [{ limit }] = quotas
    let remaining = Number.POSITIVE_INFINITY
    let retryAfter = 0
    let resetAfter = 0
    quotas.forEach((quota, i) => {
      const usage = usages[i]
      if (usage === undefined) return
      if (allowed) this.#add(usage, now)
      const left = quota.limit - usage.count
      if (!allowed && left <= 0) retryAfter = Math.max(retryAfter, this.#expiry(usage.lasts[0] ?? now, now))
      if (left >= remaining) return
      limit = quota.limit
      remaining = left
      resetAfter = this.#expiry(usage.lasts.at(-1) ?? now, now)
    })
    return { allowed, limit, remaining, retryAfter, resetAfter }
  }

  #expiry(last: number, now: number): number {
    return last + this.#span - now
  }

  #rotate(now: number): void {
    const isOver = now >= this.#since + this.#span
    if (!isOver && this.#newer.size < this.#maxNames) return
    this.#older = now < this.#since + 2 * this.#span ? this.#newer : new Map()
    this.#newer = new Map()
    this.#since = now
  }

  #usage(name: string, now: number): Usage {
    let usage = this.#newer.get(name)
    if (usage === undefined) {
      usage = this.#older.get(name) ?? { count: 0, lasts: [], counts: [] }
      this.#older.delete(name)
      this.#newer.set(name, usage)
    }
    while (usage.lasts[0] !== undefined && this.#expiry(usage.lasts[0], now) <= 0) {
      usage.lasts.shift()
      usage.count -= usage.counts.shift() ?? 0
    }
    return usage
  }

  #add(usage: Usage, now: number): void {
    const { counts, lasts } = usage
    const newest = lasts.length - 1
    const slot = (time: number) => Math.floor((time * SLOTS) / this.#span)
    usage.count++
    if (newest >= 0 && slot(lasts[newest] ?? now) === slot(now)) {
      lasts[newest] = now
      counts[newest] = (counts[newest] ?? 0) + 1
      return
    }
    lasts.push(now)
    counts.push(1)
  }
}
