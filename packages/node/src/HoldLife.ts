import { AsyncResource } from "node:async_hooks"
import type * as Core from "@tollgate/core"
import type { CallScope } from "./CallScope.js"
import type { Lease, Renewals } from "./Renewals.js"

/** What a hold's life is made from. */
interface LifeParts {
  readonly binding: Core.Binding
  readonly calls: Pick<CallScope<Core.Services>, "runIn">
  /** Length of the lease in milliseconds. */
  readonly length: number
  readonly renewals: Renewals
}

/** Why the reader of an answer is stopped. */
export const disposedOf = () => new DOMException("The hold of this answer was disposed of.", "AbortError")

/** What goes on while a hold lives: its lease is renewed, and its answers are read. It lives as long as its owner refers to it. */
export class HoldLife implements Lease {
  readonly length: number
  readonly began: number
  readonly whenRead: Lease["whenRead"]
  readonly #parts: LifeParts
  /** Where the request was sent: spans of renewals belong to the trace that was active there. A snapshot of AsyncLocalStorage takes 10 µs. */
  #owner: AsyncResource | undefined
  #stop = () => {}
  #readers: AbortController | undefined

  constructor(parts: LifeParts) {
    this.#parts = parts
    this.length = parts.length
    // That of a hold that existed already began at a time that is not known, so it is renewed at once.
    this.began = parts.binding.hold.authorized.repeated ? Number.NEGATIVE_INFINITY : performance.now()
    this.whenRead = parts.binding.whenRead
  }

  /** Renews the lease from now on, until the hold ends or is garbage collected. */
  keep(): void {
    if (this.#owner !== undefined) return
    this.#owner = new AsyncResource("tollgate.Hold", { requireManualDestroy: true })
    this.#stop = this.#parts.renewals.start(this)
  }

  renew(): Promise<unknown> {
    const { binding, calls } = this.#parts
    const renew = () => calls.runIn(binding.services, binding.hold.extend())
    return this.#owner === undefined ? renew() : this.#owner.runInAsyncScope(renew)
  }

  /** Stops the readers of answers, once the hold has ended. */
  get signal(): AbortSignal {
    this.#readers ??= new AbortController()
    return this.#readers.signal
  }

  /** Stops renewing the lease. */
  stopRenewing(): void {
    this.#stop()
  }

  /** Stops renewing the lease and reading answers. */
  end(): void {
    this.#stop()
    this.#readers?.abort(disposedOf())
  }
}
