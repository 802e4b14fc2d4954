import type { Caller, ManagementCaller, ManagementKeyRequired, Services } from "@tollgate/core"
import type * as Effect from "effect/Effect"
import type { Door } from "./Door.js"

/** The door in process, which also leads to what has no endpoint. */
export interface LocalDoor extends Door<Caller | Services> {
  /** Runs a program that manages the account for the caller, who must have the right to. */
  readonly manage: <A, E, R>(
    program: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | ManagementKeyRequired, Exclude<R, ManagementCaller> | Caller>
}
