import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { BoostRecord } from "./BoostRecord.js"
import type { BoostId, BoostScope, BoostState } from "./BudgetBoost.js"

/** A filter for a list of boosts. Null means no restriction. */
export interface BoostList {
  readonly organization_id: OrganizationId
  readonly scope: BoostScope | null
  /** The subject or the guardrail. */
  readonly id: string | null
  readonly state: BoostState | null
}

/** Stores boosts beside what they add to their scopes. Each method is atomic. */
export class BoostStore extends Context.Tag("@tollgate/core/BoostStore")<
  BoostStore,
  {
    readonly insert: (boost: BoostRecord) => Effect.Effect<void, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      id: BoostId
    ) => Effect.Effect<Option.Option<BoostRecord>, StorageFailure>
    /** Ends a boost that is in force at this instant. Returns whether it was. */
    readonly end: (
      organizationId: OrganizationId,
      id: BoostId,
      at: DateTime.Utc
    ) => Effect.Effect<boolean, StorageFailure>
    /** Newest first, then by id. `total_count` is exact up to `MOST_COUNTED`. */
    readonly list: (list: BoostList, page: Page, now: DateTime.Utc) => Effect.Effect<Paged<BoostRecord>, StorageFailure>
    /** Deletes boosts that have ended before an instant, in milliseconds since 1970, at most `CHUNK`, and returns their number. */
    readonly prune: (before: number) => Effect.Effect<number, StorageFailure>
  }
>() {}
