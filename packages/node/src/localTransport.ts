import { type CallScope, type Run, type Transport, transport } from "@tollgate/client/internal"
import type { Caller, Services } from "@tollgate/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { actAs, type Callers } from "./actAs.js"
import { localClient } from "./localClient.js"

export type LocalTransport = Transport<Caller | Services>

/** Runs operations in process. The callers are looked up with every call. */
export const localTransport = (
  callers: Effect.Effect<Callers, unknown, Services>,
  run: Run<Services>
): LocalTransport =>
  transport(localClient, (operation, options) =>
    run(
      Effect.flatMap(callers, (callers) => actAs(callers, operation)),
      options
    )
  )

/** Like `localTransport`, for callers that need no look-up: the context of each call has them from the start. */
export const localTransportOf = (callers: Callers, calls: CallScope<Services>): LocalTransport => {
  const context = Context.merge(calls.runtime.context, callers)
  return transport(localClient, (operation, options) =>
    // The context has the callers; each operation checks for those that it needs.
    calls.runIn(context as Context.Context<Caller | Services>, operation, options)
  )
}
