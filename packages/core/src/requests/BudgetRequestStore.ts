import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { budgetRequestRecords } from "./budgetRequestRecords.js"

/** Stores requests for more. Each method is atomic. */
export class BudgetRequestStore extends Context.Tag("@tollgate/core/BudgetRequestStore")<
  BudgetRequestStore,
  StoreOf<typeof budgetRequestRecords> & {
    /** Deletes requests that were decided before an instant, in milliseconds since 1970, at most `CHUNK`, and returns their number. */
    readonly prune: (before: number) => Effect.Effect<number, StorageFailure>
  }
>() {}
