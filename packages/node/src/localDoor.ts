import { type Door, door, type Run } from "@tollgate/client/making"
import type { Caller, Principal, Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { actAs } from "./actAs.js"
import { localClient } from "./localClient.js"

/** The door in process. */
export type LocalDoor = Door<Caller | Services>

/** Acts as a principal, who is looked up with every call. */
export const localDoor = (who: Effect.Effect<Principal, unknown, Services>, run: Run<Services>): LocalDoor =>
  door(localClient, (asked, options) =>
    run(
      Effect.flatMap(who, (principal) => actAs(principal, asked)),
      options
    )
  )
