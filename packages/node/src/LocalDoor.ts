import type { Caller, Principal, Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { actAs, manage } from "./actAs.js"
import { type Door, door, type Run } from "./Door.js"
import { localClient } from "./localClient.js"

/** The door in process, which also leads to what has no endpoint. */
export interface LocalDoor extends Door<Caller | Services> {
  readonly manage: typeof manage
}

/** Acts as a principal, who is looked up with every call. */
export const localDoor = (who: Effect.Effect<Principal, unknown, Services>, run: Run<Services>): LocalDoor => ({
  ...door(localClient, (asked, options) =>
    run(
      Effect.flatMap(who, (principal) => actAs(principal, asked)),
      options
    )
  ),
  manage
})
