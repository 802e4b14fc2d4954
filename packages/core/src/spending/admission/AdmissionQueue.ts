import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { OrganizationId } from "../../values/Id.js"
import { type Waiter, WaitingLine, type Wanted } from "./WaitingLine.js"

/** A request in the line of its organization. */
export interface InLine {
  readonly line: WaitingLine
  readonly waiter: Waiter
}

/** The requests that wait for headroom in this process. */
export class WaitingRequests {
  readonly #lines = new Map<OrganizationId, WaitingLine>()
  #arrivals = 0

  /** Whether no request waits. */
  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  /** Whether requests of an organization wait at one of the places. */
  hasAny(organization: OrganizationId, places: ReadonlyArray<string>): boolean {
    return this.#lines.get(organization)?.hasAny(places) === true
  }

  /** Numbers a request that may have to wait, in the order in which they come. */
  arrive(): number {
    return ++this.#arrivals
  }

  /** Adds a request to its line, before those that arrived after it. Undefined if no more wait for what it wants. */
  join(organization: OrganizationId, arrival: number, wanted: Wanted | null): InLine | undefined {
    const line = this.#lines.get(organization) ?? new WaitingLine()
    const waiter = line.join(arrival, wanted)
    if (waiter === undefined) return undefined
    this.#lines.set(organization, line)
    return { line, waiter }
  }

  leave(organization: OrganizationId, { line, waiter }: InLine): void {
    line.leave(waiter)
    if (line.isEmpty) this.#lines.delete(organization)
  }

  /** Lets the requests of an organization be judged again, because a hold has ended. Null means all organizations. */
  wake(organization: OrganizationId | null): void {
    if (this.#lines.size === 0) return
    if (organization !== null) this.#lines.get(organization)?.wake()
    else for (const line of this.#lines.values()) line.wake()
  }
}

/** The requests that wait for headroom in this process. Holds that end in the process wake them. */
export class AdmissionQueue extends Context.Reference<AdmissionQueue>()("@tollgate/core/AdmissionQueue", {
  defaultValue: () => new WaitingRequests()
}) {}

/** Lets waiting requests be judged again, because holds have ended. Null means those of all organizations. */
export const wakeQueue = (organization: OrganizationId | null): Effect.Effect<void> =>
  Effect.map(AdmissionQueue, (lines) => lines.wake(organization))
