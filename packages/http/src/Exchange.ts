import type { Principal } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"

/**
 * What one request has come to so far, for the answer's envelope and headers and for the log line. One object a
 * request, changed in place by the one fiber that serves it: setting a FiberRef anew each time costs a tenth of a request.
 */
export interface Exchange {
  readonly requestId: string
  caller: Principal | null
  /** The program has answered: whatever fails from here on is our own fault. */
  answered: boolean
  headers: Readonly<Record<string, string>>
}

export const start = (requestId: string): Exchange => ({ requestId, caller: null, answered: false, headers: {} })

/** The exchange that this fiber serves. */
export const current = FiberRef.unsafeMake<Exchange>(start(""))

export const update = (change: Partial<Omit<Exchange, "requestId">>): Effect.Effect<void> =>
  Effect.map(FiberRef.get(current), (exchange) => {
    Object.assign(exchange, change)
  })
