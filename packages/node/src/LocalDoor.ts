import { Caller, type Principal, type Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { type Door, door, type Run } from "./Door.js"
import { localClient, manage } from "./localClient.js"

/** The door in process, which also leads to what has no endpoint. */
export interface LocalDoor extends Door<Caller | Services> {
  readonly manage: typeof manage
}

/** Acts as a principal, who is looked up with every call. */
export const localDoor = (who: Effect.Effect<Principal, unknown, Services>, run: Run<Services>): LocalDoor => ({
  ...door(localClient, (effect, options) => run(Effect.provideServiceEffect(effect, Caller, who), options)),
  manage
})
