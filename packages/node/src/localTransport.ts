import { type Run, type Transport, transport } from "@tollgate/client/internal"
import type { Caller, Principal, Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { actAs } from "./actAs.js"
import { localClient } from "./localClient.js"

export type LocalTransport = Transport<Caller | Services>

/** Runs operations in process. The principal is looked up with every call. */
export const localTransport = (
  principal: Effect.Effect<Principal, unknown, Services>,
  run: Run<Services>
): LocalTransport =>
  transport(localClient, (operation, options) =>
    run(
      Effect.flatMap(principal, (principal) => actAs(principal, operation)),
      options
    )
  )
