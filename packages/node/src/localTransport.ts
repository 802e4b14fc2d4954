import { type Run, type Transport, transport } from "@tollgate/client/internal"
import type { Caller, Principal, Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { actAs } from "./actAs.js"
import { localClient } from "./localClient.js"

/** The door in process. */
export type LocalTransport = Transport<Caller | Services>

/** Acts as a principal, who is looked up with every call. */
export const localTransport = (who: Effect.Effect<Principal, unknown, Services>, run: Run<Services>): LocalTransport =>
  transport(localClient, (asked, options) =>
    run(
      Effect.flatMap(who, (principal) => actAs(principal, asked)),
      options
    )
  )
