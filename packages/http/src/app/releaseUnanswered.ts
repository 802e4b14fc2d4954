import { type GatewayCaller, releaseAbandoned, type Services } from "@tollgate/core"
import type { AuthorizedHold, NewHold } from "@tollgate/core/models"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as RequestState from "../request/RequestState.js"

/**
 * Lets a new hold be released if the answer does not reach the client, which then does not know its id. A hold whose id the client has
 * given stays until its lease ends, because the client may repeat the request, here or at another server.
 */
export const releaseUnanswered = (
  { id }: Pick<NewHold, "id">,
  { data }: Pick<AuthorizedHold, "data">
): Effect.Effect<void, never, GatewayCaller | Services> =>
  id === undefined
    ? Effect.contextWith((context: Context.Context<GatewayCaller | Services>) => {
        Context.get(context, RequestState.Current).undo = Effect.provide(releaseAbandoned(data.id), context)
      })
    : Effect.void
