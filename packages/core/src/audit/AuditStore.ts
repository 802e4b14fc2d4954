import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { Page, Paged } from "../values/Page.js"
import type { AuditRecord } from "./AuditRecord.js"

/** Which entries a list has. An absent field matches all. */
export interface AuditFilter {
  readonly actor_hash?: KeyHash | undefined
  readonly action?: string | undefined
  readonly object?: string | undefined
  /** The earliest time. */
  readonly from?: DateTime.Utc | undefined
  /** The time before which all entries were made. */
  readonly to?: DateTime.Utc | undefined
}

/** Entries are counted up to this number; the number after it stands for more. */
export const MOST_COUNTED = 10_000

/**
 * Stores the audit log. Nothing writes through this port: storage adds the `pendingEntry` of the fiber to the transaction of the change
 * that it is about. Entries are never changed.
 */
export class AuditStore extends Context.Tag("@tollgate/core/AuditStore")<
  AuditStore,
  {
    /**
     * The entries of an organization, newest first, then by number from the greatest. Every entry that was committed before has its number and hash. `total_count` is exact
     * up to `MOST_COUNTED`.
     */
    readonly list: (
      organizationId: OrganizationId,
      page: Page,
      filter?: AuditFilter
    ) => Effect.Effect<Paged<AuditRecord>, StorageFailure>
  }
>() {}
