import type { Principal } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * What one request has come to so far, for the answer's envelope and headers and for the log line. One object a request,
 * changed in place by the one fiber that serves it: setting a FiberRef anew each time costs a tenth of a request.
 */
export interface Exchange {
  readonly requestId: string
  /** When it began, in milliseconds since 1970. */
  readonly began: number
  caller: Principal | null
  /** The program has answered: whatever fails from here on is our own fault. */
  answered: boolean
  /** What is to stand in the answer beside its own headers, by lower-case name. */
  headers: Readonly<Record<string, string>>
}

const none = {}

export const start = (requestId: string, began: number): Exchange => ({
  requestId,
  began,
  caller: null,
  answered: false,
  headers: none
})

/** The exchange that a fiber serves. */
export class Current extends Context.Reference<Current>()("@tollgate/http/Exchange", {
  defaultValue: () => start("", 0)
}) {}

/** Notes what a request has come to. Headers are added to those that are there. */
export const update = ({ headers, ...change }: Partial<Omit<Exchange, "requestId" | "began">>): Effect.Effect<void> =>
  Effect.map(Current, (exchange) => {
    Object.assign(exchange, change)
    if (headers !== undefined) exchange.headers = { ...exchange.headers, ...headers }
  })
