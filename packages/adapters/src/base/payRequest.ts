import type { NewSettlement, TokenUsage } from "@tollgate/node"
import type { CheckedBudget, Reservation } from "./Budget.js"

/** A request whose result states its cost. */
export interface PaidRequest<A> {
  /** What to set aside for it. */
  readonly reservation: Reservation
  /** Sends the request. */
  readonly send: () => PromiseLike<A>
  /** What the result states of its cost. Undefined if it states nothing that can be priced. */
  readonly settlement: (result: A) => NewSettlement | undefined
  /** The usage that `onMissingUsage: "estimate"` settles with. */
  readonly estimate: (result: A) => TokenUsage
  /** Ends the wait for room. From `send` on, that decides. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes a request within a hold. Rejects with the refusal before the request is sent, or with what `send` rejects with. What it resolves to is
 * returned in any case: if `settlement` or `estimate` throws, the hold is unknown.
 */
export const payRequest = async <A>(budget: CheckedBudget, request: PaidRequest<A>): Promise<A> => {
  const { reservation, estimate, send, settlement, signal } = request
  const { forMore, holdFor, onAbort, onMissingUsage, spending, waitFor } = budget
  const costOf = (result: A): NewSettlement | undefined => {
    const stated = settlement(result)
    if (stated !== undefined || onMissingUsage !== "estimate") return stated
    return { usage: estimate(result), basis: "estimate" }
  }
  // Called by `withHold`, which logs what it throws, and flags the hold.
  let stated = (): NewSettlement | undefined => undefined
  const options = { onAbort, waitFor, forMore, settlement: () => stated(), ...(signal && { signal }) }
  return spending.withHold(await holdFor(reservation), options, async (hold) => {
    const result = await send()
    try {
      const cost = costOf(result)
      stated = () => cost
      // Whatever `onAbort` says. If storage fails, the lease ends the hold, which was sent.
      if (cost === undefined) await hold.markUnknown().catch(() => undefined)
    } catch (thrown) {
      stated = () => {
        throw thrown
      }
    }
    return result
  })
}
