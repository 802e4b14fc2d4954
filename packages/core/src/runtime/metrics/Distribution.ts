import * as MetricHook from "effect/MetricHook"
import type * as MetricKey from "effect/MetricKey"

/** How many values were at most each bound, of which the last is infinite; how many there were, and their sum. */
export interface Distributed {
  readonly buckets: ReadonlyArray<readonly [bound: number, count: number]>
  readonly count: number
  readonly sum: number
}

/** Effect counts a bucket in 32 bits, which a busy server fills within days. Before that, a new histogram takes over. */
const MAX_OBSERVATIONS = 2 ** 31

const add = (one: Distributed, other: Distributed): Distributed => ({
  buckets: one.buckets.map(([bound, count], at) => [bound, count + (other.buckets[at]?.[1] ?? 0)]),
  count: one.count + other.count,
  sum: one.sum + other.sum
})

/** A histogram of Effect whose buckets do not overflow. */
export class Distribution {
  #counting: MetricHook.MetricHook.Histogram
  #left: number
  #before: Distributed | null = null
  readonly #key: MetricKey.MetricKey.Histogram
  readonly #maxObservations: number
  constructor(key: MetricKey.MetricKey.Histogram, maxObservations = MAX_OBSERVATIONS) {
    this.#key = key
    this.#counting = MetricHook.histogram(key)
    this.#left = maxObservations
    this.#maxObservations = maxObservations
  }

  update(value: number): void {
    this.#counting.update(value)
    this.#left--
    if (this.#left > 0) return
    this.#before = this.get()
    this.#counting = MetricHook.histogram(this.#key)
    this.#left = this.#maxObservations
  }

  get(): Distributed {
    const now = this.#counting.get()
    return this.#before === null ? now : add(this.#before, now)
  }
}
