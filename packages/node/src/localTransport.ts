import { type Run, type Transport, transport } from "@tollgate/client/internal"
import type { Caller, Services } from "@tollgate/core"
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
