import { StorageFailure } from "@tollgate/core"
import { type Due, DueQueue } from "./DueQueue.js"

/** A lease to renew. */
export interface Lease {
  /** Its length in milliseconds. */
  readonly length: number
  /** Calls back as soon as it may be renewed. Returns the function that forgets the callback. */
  readonly whenRead: (callback: () => void) => () => void
  readonly renew: () => Promise<unknown>
}

/** A lease, and what is done about it next. */
class Renewal implements Due {
  at = 0
  place = -1
  /** Whether storage has failed to renew it. It is tried again whatever is read. */
  hasFailed = false
  isStopped = false
  forget = () => {}
  readonly lease: Lease
  constructor(lease: Lease) {
    this.lease = lease
  }
}

/**
 * The leases of a gate that are renewed: each time half of one has passed, as soon as its answer was read since the last renewal, until a
 * renewal is refused. After a failure of storage it is tried again each time 5 % of the lease has passed. One timer serves all, so that
 * a lease that is not due costs nothing. It does not keep the process alive.
 */
export class Renewals {
  readonly #queue = new DueQueue<Renewal>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer ends. */
  #wakesAt = Number.POSITIVE_INFINITY
  #isClosed = false

  /** Renews a lease from its half on. Returns the function that stops it. */
  start(lease: Lease): () => void {
    const renewal = new Renewal(lease)
    this.#after(lease.length / 2, renewal)
    return () => {
      renewal.isStopped = true
      renewal.forget()
      this.#queue.remove(renewal)
    }
  }

  /** Begins no renewal any more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #after(millis: number, renewal: Renewal): void {
    if (renewal.isStopped) return
    // Not the time of the day, which may be set.
    renewal.at = performance.now() + millis
    this.#queue.add(renewal)
    this.#arm()
  }

  /** A timer that would end later than the first lease is due is replaced. One that ends sooner finds nothing to do. */
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
    // Not within the reading itself, which goes on first.
    else renewal.forget = renewal.lease.whenRead(() => queueMicrotask(() => this.#renew(renewal)))
  }

  #renew(renewal: Renewal): void {
    if (renewal.isStopped || this.#isClosed) return
    const { length, renew } = renewal.lease
    renew().then(
      () => {
        renewal.hasFailed = false
        this.#after(length * 0.5, renewal)
      },
      (reason) => {
        // Refused, so that the lease ends.
        if (!(reason instanceof StorageFailure)) return
        renewal.hasFailed = true
        this.#after(length * 0.05, renewal)
      }
    )
  }
}
