import type { Caller } from "@tollgate/core"
import type * as Context from "effect/Context"
import * as FiberRef from "effect/FiberRef"

/** What one request has come to so far, for the answer's envelope and headers and for the log line. */
export interface Exchange {
  readonly requestId: string
  readonly caller: Context.Tag.Service<Caller> | null
  /** The program has answered: whatever fails from here on is our own fault. */
  readonly answered: boolean
  readonly headers: Readonly<Record<string, string>>
}

export const start = (requestId: string): Exchange => ({ requestId, caller: null, answered: false, headers: {} })

/** The exchange that this fiber serves. */
export const current = FiberRef.unsafeMake<Exchange>(start(""))

export const update = (change: Partial<Exchange>) =>
  FiberRef.update(current, (exchange) => ({ ...exchange, ...change }))
