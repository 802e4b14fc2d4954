import { StorageFailure } from "@tollgate/core"
import { type Due, DueQueue } from "./DueQueue.js"

/** A lease to renew, and how. */
export interface Lease {
  /** Its length in milliseconds. */
  readonly length: number
  /** When it began, in milliseconds of the monotonic clock. */
  readonly began: number
  /**
   * Calls back once, as soon as the answer was read since the last call; at once if no answer is being read. Returns a function that removes the
   * callback.
   */
  readonly whenRead: (callback: () => void) => () => void
  /** Renews the lease. Rejects with `StorageFailure` if storage fails, and with another reason if the renewal is refused. */
  readonly renew: () => Promise<unknown>
}

/** The state of a lease's renewal. `at` is the time of the next attempt. */
class Renewal implements Due {
  at = 0
  place = -1
  /** Whether storage failed at the last attempt. The next one does not wait until something is read. */
  hasFailed = false
  isStopped = false
  /** Removes the callback of `whenRead`. */
  forget = () => {}
  /** Held by its owner alone, so that a hold that its owner has dropped ends with its lease. */
  readonly lease: WeakRef<Lease>
  constructor(lease: Lease) {
    this.lease = new WeakRef(lease)
  }
}

/**
 * Renews the leases of a gate's holds: each when half of it has passed and, while its answer is metered, something was read since the last
 * renewal, until a renewal is refused or the lease is garbage collected. After a failure of storage it tries again each time 5 % of the lease
 * has passed. One timer serves all leases, so that one that is not due costs nothing, and does not keep the process alive. `acquireHold` of
 * `@tollgate/core` renews by the same rule in a fiber for each hold, by the fiber's clock.
 */
export class Renewals {
  readonly #queue = new DueQueue<Renewal>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer fires. */
  #wakesAt = Number.POSITIVE_INFINITY
  #isClosed = false

  /** Starts to renew a lease, as long as something refers to it. Returns a function that stops it. */
  start(lease: Lease): () => void {
    const renewal = new Renewal(lease)
    this.#after(lease.began + lease.length / 2 - performance.now(), renewal)
    return () => {
      renewal.isStopped = true
      renewal.forget()
      this.#queue.remove(renewal)
    }
  }

  /** Stops all renewals. One that has begun ends as it would. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #after(millis: number, renewal: Renewal): void {
    if (renewal.isStopped) return
    // Monotonic, because the system's clock can be set.
    renewal.at = performance.now() + millis
    this.#queue.add(renewal)
    this.#arm()
  }

  /** Sets the timer for the first lease. A timer that fires sooner is left: it finds nothing due, and sets the next one. */
  #arm(): void {
    const at = this.#queue.first?.at ?? Number.POSITIVE_INFINITY
    if (this.#isClosed || at >= this.#wakesAt) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(() => this.#wake(), Math.ceil(Math.max(0, at - performance.now()))).unref()
  }

  #wake(): void {
    this.#wakesAt = Number.POSITIVE_INFINITY
    const now = performance.now()
    for (let due = this.#queue.first; due !== undefined && due.at <= now; due = this.#queue.first) {
      this.#queue.remove(due)
      this.#begin(due)
    }
    this.#arm()
  }

  #begin(renewal: Renewal): void {
    if (renewal.hasFailed) this.#renew(renewal)
    // In a microtask, so that the read that calls back is not delayed.
    else {
      const forget = renewal.lease.deref()?.whenRead(() => queueMicrotask(() => this.#renew(renewal)))
      if (forget !== undefined) renewal.forget = forget
    }
  }

  #renew(renewal: Renewal): void {
    const lease = renewal.lease.deref()
    if (lease === undefined || renewal.isStopped || this.#isClosed) return
    const { length } = lease
    lease.renew().then(
      () => {
        renewal.hasFailed = false
        this.#after(length * 0.5, renewal)
      },
      (reason) => {
        // The renewal was refused, so the lease ends.
        if (!(reason instanceof StorageFailure)) return
        renewal.hasFailed = true
        this.#after(length * 0.05, renewal)
      }
    )
  }
}
