import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { OrganizationId } from "../../values/Id.js"

/** Of one organization. */
const MAX_WAITING_REQUESTS = 100

/** A request that waits. */
export interface Waiter {
  /** Done when a budget of the organization may have more room. */
  woken: Deferred.Deferred<void>
}

/** The requests of an organization that wait, in the order of their arrival. */
export interface WaitingLine {
  readonly waiters: Set<Waiter>
  /** One request is judged at a time. Those that wait for it get it in their order. */
  readonly turn: Effect.Semaphore
}

/** The requests that wait for headroom in this process. */
export class WaitingRequests {
  readonly #lines = new Map<OrganizationId, WaitingLine>()

  /** Whether no request waits. */
  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  find(organization: OrganizationId): WaitingLine | undefined {
    return this.#lines.get(organization)
  }

  /** Adds a request at the end of its line. Undefined if the line is full. */
  join(organization: OrganizationId): { readonly line: WaitingLine; readonly waiter: Waiter } | undefined {
    const line = this.#lines.get(organization) ?? { waiters: new Set(), turn: Effect.unsafeMakeSemaphore(1) }
    if (line.waiters.size >= MAX_WAITING_REQUESTS) return undefined
    const waiter = { woken: Deferred.unsafeMake<void>(FiberId.none) }
    line.waiters.add(waiter)
    this.#lines.set(organization, line)
    return { line, waiter }
  }

  leave(organization: OrganizationId, waiter: Waiter): void {
    const line = this.#lines.get(organization)
    line?.waiters.delete(waiter)
    if (line?.waiters.size === 0) this.#lines.delete(organization)
  }

  /** Lets the requests of an organization be judged again, because a hold has ended. Null means all organizations. */
  wake(organization: OrganizationId | null): void {
    if (this.#lines.size === 0) return
    for (const [id, { waiters }] of this.#lines) {
      if (organization !== null && organization !== id) continue
      for (const { woken } of waiters) Deferred.unsafeDone(woken, Effect.void)
    }
  }
}

/** The requests that wait for headroom in this process. Settlements and releases of the process wake them. */
export class AdmissionQueue extends Context.Reference<AdmissionQueue>()("@tollgate/core/AdmissionQueue", {
  defaultValue: () => new WaitingRequests()
}) {}

/** Lets waiting requests be judged again, because holds have ended. Null means those of all organizations. */
export const wakeQueue = (organization: OrganizationId | null): Effect.Effect<void> =>
  Effect.map(AdmissionQueue, (lines) => lines.wake(organization))
