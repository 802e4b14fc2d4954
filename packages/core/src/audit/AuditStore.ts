import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { ChainId, UnsealedEntry } from "../ports/PendingEntry.js"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { Page, Paged } from "../values/Page.js"
import type { AuditChain, AuditHead, AuditRecord } from "./AuditRecord.js"
import type { Pruning } from "./Pruning.js"

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

/** The number of the last entry of a chain. */
export interface AuditEnd {
  readonly organization_id: ChainId
  readonly seq: number
}

/** The audit log at one moment, as storage has it. */
export interface AuditState {
  /** All chains, by organization. */
  readonly chains: ReadonlyArray<AuditChain>
  /**
   * The last entry of each chain that has entries, by organization, as the entries themselves have it: it differs from the head only in a
   * database that somebody else has written to.
   */
  readonly ends: ReadonlyArray<AuditEnd>
  /** How many entries have no number and no hash yet. */
  readonly unsealed: number
}

/** What the latest check of a chain has found. */
export interface AuditCheck {
  readonly organization_id: ChainId
  /** When it began. */
  readonly checked_at: DateTime.Utc
  /** The number of the last entry of the chain at that time. */
  readonly seq: number
  /** Whether the chain was as it was sealed, and had every head that it was compared with. */
  readonly intact: boolean
}

/** One chain at one moment, as storage has it. */
export interface StoredChain {
  /** `noEntries` for a chain that has never had one. */
  readonly head: AuditHead
  /** The last entry that was deleted as too old, before which nothing is left; `noEntries` if none was. */
  readonly deleted: AuditHead
  /** The first entry that is kept, and the last one that has a number. */
  readonly first: AuditRecord | null
  readonly last: AuditRecord | null
  /** The newest entry about a deletion. */
  readonly pruning: AuditRecord | null
  readonly check: AuditCheck | null
}

/** Entries are counted up to this number; the number after it stands for more. */
export const MOST_COUNTED = 10_000

/**
 * Stores the audit log. No change writes through this port: storage adds the `pendingEntry` of the fiber to the transaction of the change
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
    /** The `chains` of `inspect`. Every entry that was committed before is part of one. */
    readonly chains: Effect.Effect<ReadonlyArray<AuditChain>, StorageFailure>
    /** The `ends` of `inspect`. Every entry that was committed before is part of a chain. */
    readonly ends: Effect.Effect<ReadonlyArray<AuditEnd>, StorageFailure>
    /** Reads the audit log at one moment, and gives no entry a number. */
    readonly inspect: Effect.Effect<AuditState, StorageFailure>
    /** Reads one chain, and gives no entry a number. It costs the same however many entries there are. */
    readonly chain: (chain: ChainId) => Effect.Effect<StoredChain, StorageFailure>
    /** Keeps what checks have found of chains, in the place of what earlier ones have. A check that began before the kept one is not kept. */
    readonly noteChecks: (checks: ReadonlyArray<AuditCheck>) => Effect.Effect<void, StorageFailure>
    /** At most so many entries of a chain after a number, in their order: of those that `chains`, `ends`, `inspect` or `list` has found. */
    readonly read: (
      chain: ChainId,
      after: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AuditRecord>, StorageFailure>
    /**
     * Deletes the first entries of a chain, and adds an entry about that to the chain: both or neither. The number and the hash of the last
     * deleted one are kept, as the next one is chained to it. Changes nothing and returns false if the chain does not begin with `from`.
     */
    readonly prune: (
      pruning: Pick<Pruning, "from" | "hash" | "to">,
      entry: UnsealedEntry
    ) => Effect.Effect<boolean, StorageFailure>
  }
>() {}
