import { door, type LocalDoor, type Run } from "@tollgate/client/making"
import type { Principal, Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { actAs, manage } from "./actAs.js"
import { localClient } from "./localClient.js"

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
