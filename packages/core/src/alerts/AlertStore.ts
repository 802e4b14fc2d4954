import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { AlertRecord } from "../spending/model/AlertRecord.js"
import type { ScopeKind } from "../spending/model/Scope.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { Page, Paged } from "../values/Page.js"
import type { AlertKind } from "./AlertKind.js"

/** Which alerts a list has. An absent field matches all. */
export interface AlertFilter {
  readonly kind?: AlertKind | undefined
  readonly scope?: ScopeKind | undefined
  /** Of the budgets of a key, and of those that a guardrail has for it. */
  readonly key_hash?: KeyHash | undefined
  /** The earliest time. */
  readonly from?: DateTime.Utc | undefined
  /** The time before which all alerts were. */
  readonly to?: DateTime.Utc | undefined
}

/** A place in the order of all alerts. */
export type AlertPlace = Pick<AlertRecord, "at" | "id">

/**
 * Stores alerts. Most are written by the acts of `SpendingStore` that they follow from. An alert is never changed.
 */
export class AlertStore extends Context.Tag("@tollgate/core/AlertStore")<
  AlertStore,
  {
    /** Stores an alert, unless there is one with its id. Returns whether it was stored. */
    readonly add: (alert: AlertRecord) => Effect.Effect<boolean, StorageFailure>
    /** The alerts of an organization, newest first, then by id. `total_count` is exact up to `MOST_COUNTED`. */
    readonly list: (
      organizationId: OrganizationId,
      page: Page,
      filter?: AlertFilter
    ) => Effect.Effect<Paged<AlertRecord>, StorageFailure>
    /** The alerts of all organizations behind a place, at most `limit`, oldest first, then by id. */
    readonly after: (place: AlertPlace, limit: number) => Effect.Effect<ReadonlyArray<AlertRecord>, StorageFailure>
    /** The time of the newest alert of all organizations, in milliseconds since 1970. Null if there is none. */
    readonly newest: Effect.Effect<number | null, StorageFailure>
    /** Deletes alerts of all organizations from before an instant, at most `limit`, oldest first. Returns how many. */
    readonly prune: (before: number, limit: number) => Effect.Effect<number, StorageFailure>
  }
>() {}
