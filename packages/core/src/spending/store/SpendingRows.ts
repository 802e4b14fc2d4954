import * as Effect from "effect/Effect"
import type { AlertRecord } from "../model/AlertRecord.js"
import type { Day } from "../model/Day.js"
import type { CorrectionRecord } from "../model/HoldCorrection.js"
import type { HoldId } from "../model/HoldId.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import type { Scope, ScopeId, ScopeRef, ScopeTerms } from "../model/Scope.js"

/**
 * The rows of a storage within one synchronous act. The act holds the storage's lock, so what is read cannot change before
 * it is written.
 */
export interface SpendingRows {
  readonly findScope: (ref: ScopeRef) => Scope | undefined
  /** The same for several: a storage that reads rows reads them together. */
  readonly findScopes: (refs: ReadonlyArray<ScopeRef>) => ReadonlyArray<Scope | undefined>
  readonly scopeOf: (id: ScopeId) => Scope | undefined
  /** Stores a new scope without charges, and returns it with its id. */
  readonly addScope: (ref: ScopeRef, terms: ScopeTerms, day: Day) => Scope
  readonly saveScope: (before: Scope, after: Scope) => void
  /** The version of the price book. Needed only if an admission names one. */
  readonly priceVersion: () => number
  readonly findHold: (id: HoldId) => HoldRecord | undefined
  readonly addHold: (hold: HoldRecord) => void
  readonly saveHold: (before: HoldRecord, after: HoldRecord) => void
  /** Deletes a hold that has ended, with its corrections, and keeps what it adds to the activity of its day. */
  readonly deleteHold: (hold: HoldRecord) => void
  readonly addCorrection: (correction: CorrectionRecord) => void
  /** Stores an alert, unless there is one with its id. */
  readonly addAlert: (alert: AlertRecord) => void
  /** Every hold that is charged to a scope. Needed only after a clock was wrong by more than a day. */
  readonly holdsOf: (id: ScopeId) => Iterable<HoldRecord>
  /**
   * The earliest end of a lease among the open holds of a scope; null if it has none. If it is not found among the first `LEASES_AMONG`
   * leases, an end that is not later. Leases that ended more than `FOREIGN_LEASE` before an instant are left out. Needed only for a refusal.
   */
  readonly earliestLeaseEnd: (id: ScopeId, now: number) => number | null
  /** Open holds to give back at an instant, at most `limit`. Must cost nothing if there are none. */
  readonly ended: (now: number, limit: number) => ReadonlyArray<HoldRecord>
  /** Logs later that a scope was on a day that was not believed. */
  readonly warnOfRestart: (scope: Scope) => void
}

/** Warns of scopes whose windows restarted: how many there are, and of which kinds. An act may charge hundreds. */
export const warnOfRestart = (scopes: ReadonlyArray<Scope>): Effect.Effect<void> =>
  scopes.length === 0
    ? Effect.void
    : Effect.logWarning("windows of scopes restarted, because the clock went back by more than a day").pipe(
        Effect.annotateLogs({
          scopes: new Set(scopes.map(({ id }) => id)).size,
          kinds: [...new Set(scopes.map(({ ref }) => ref.kind))].sort().join(" ")
        })
      )
