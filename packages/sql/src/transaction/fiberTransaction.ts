import { type PendingEntry, pendingEntry } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type { TransactionContext } from "./TransactionContext.js"

/** The transaction of a fiber. Made once per database, so that two databases in one fiber do not share a transaction. */
export const fiberTransaction = () => {
  const current = FiberRef.unsafeMake<TransactionContext | null>(null)
  const locks = FiberRef.unsafeMake(true)

  /** Calls `f` with the fiber's transaction, or null, with whether its reads lock rows, and with the audit entry that waits, or null. */
  const within = <A, E, R>(
    f: (
      transaction: TransactionContext | null,
      locksRows: boolean,
      pending: PendingEntry | null
    ) => Effect.Effect<A, E, R>
  ) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const transaction = fiber.getFiberRef(current)
      const entry = fiber.getFiberRef(pendingEntry)
      const pending = entry?.isWaiting === true ? entry : null
      // What outlives its transaction runs outside of it; what is left of an expired one is refused.
      if (transaction === null || transaction.state === "ended") return f(null, false, pending)
      return f(transaction, transaction.locksRows && fiber.getFiberRef(locks), pending)
    })

  return { current, locks, within }
}

export type FiberTransaction = ReturnType<typeof fiberTransaction>
