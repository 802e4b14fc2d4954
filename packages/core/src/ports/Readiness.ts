import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "./StorageFailure.js"

/** Checks whether storage works, for the readiness probe of a load balancer. */
export class Readiness extends Context.Tag("@tollgate/core/Readiness")<
  Readiness,
  {
    readonly check: Effect.Effect<void, StorageFailure>
    /**
     * What an operator should look at while storage still works, in sentences without paths or data. Call it after `check`.
     *
     * @default none
     */
    readonly warnings?: Effect.Effect<ReadonlyArray<string>>
  }
>() {}
