import type { OrganizationId } from "@tollgate/core"
import type { CorrectionRecord, Day, HoldRecord, Scope, ScopeId, ScopeRef } from "@tollgate/core/storage"

/** The text of a statement and what it binds. */
export interface Statement {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

type Statements = ReadonlyArray<Statement>
type HoldId = HoldRecord["id"]

/** A hold with the numbers of the names that its row refers to, in the order of `namedBy`. */
export interface NumberedHold {
  readonly hold: HoldRecord
  readonly numbers: ReadonlyArray<number | null>
}

/** The statements of the store in a dialect. Each list of rows is read or written by as few as the dialect allows. */
export interface SpendingStatements {
  /** Whether `insertHolds` can skip holds whose ids exist. It then returns in `stored` how many it inserted. Otherwise, it fails. */
  readonly skipsTaken: boolean
  readonly namesById: (ids: ReadonlyArray<number>) => Statements
  /** Reads names by their texts, but for those that are to be deleted because no row refers to them. */
  readonly namesByText: (texts: ReadonlyArray<string>) => Statements
  /** Inserts names that do not exist, and keeps those that are to be deleted. Returns both. */
  readonly insertNames: (texts: ReadonlyArray<string>) => Statements
  readonly scopeIds: (refs: ReadonlyArray<ScopeRef>) => Statements
  /** Reads scopes by their names, in one statement. */
  readonly scopesNamed: (refs: ReadonlyArray<ScopeRef>) => Statements
  /** Inserts scopes that do not exist, and returns those that it inserted. */
  readonly reserve: (refs: ReadonlyArray<ScopeRef>) => Statements
  /** Reads scopes. `locks` locks them, in ascending order of their ids. */
  readonly scopes: (ids: ReadonlyArray<ScopeId>, locks: Locks) => Statements
  readonly holds: (ids: ReadonlyArray<HoldId>, locks: Locks) => Statements
  readonly insertHolds: (holds: ReadonlyArray<NumberedHold>, skips: boolean) => Statements
  readonly updateHolds: (holds: ReadonlyArray<NumberedHold>) => Statements
  readonly updateScopes: (changes: ReadonlyArray<ScopeChange>) => Statements
  /** Writes the terms of scopes that were reserved. */
  readonly fillScopes: (scopes: ReadonlyArray<Scope>) => Statements
  readonly deleteScopes: (ids: ReadonlyArray<ScopeId>) => Statements
  /** Deletes holds that have ended, and adds what they spent to the sums of their days. */
  readonly pruneHolds: (ids: ReadonlyArray<HoldId>) => Statements
  /** Drops what is kept of days of an organization: of one, or of all from one on. */
  readonly dropDays: (organization: OrganizationId, day: Day.Day, which: "only" | "and later") => Statements
  /** Inserts corrections, and counts them in their holds. */
  readonly insertCorrections: (corrections: ReadonlyArray<CorrectionOf>) => Statements
  /** Every hold of a scope that counts toward it. */
  readonly holdsOf: (scope: Scope) => Statements
  /** The leases among which the first one of a scope is looked for at an instant: of its key's holds, or of all. */
  readonly leases: (scope: Scope, now: number) => Statements
}

/** Statements that lock rows and read only those that differ from the versions a process knows. */
export interface LockStatements {
  /** Returns the stamps of holds. */
  readonly holds: (ids: ReadonlyArray<HoldId>, locks: Locks) => Statement
  /**
   * Locks scopes and those that holds are charged to. `stamps` are the transactions that wrote the versions which the process knows. Returns
   * one row: the ids of scopes that are not there, those that differ as they are, the stamp of the rows that the transaction writes, the server's time
   * after the locks, and whether `server` is this server.
   */
  readonly scopes: (
    stamps: ReadonlyMap<ScopeId, string>,
    holds: ReadonlyArray<HoldId>,
    locks: Locks,
    server: string
  ) => Statement
}

/** A scope as it is stored, and as an act leaves it. */
export interface ScopeChange {
  readonly before: Scope
  readonly after: Scope
}

/** A correction of a hold of an organization. */
export interface CorrectionOf extends CorrectionRecord {
  readonly organization_id: OrganizationId
}

/** How rows are locked: not at all, or until the end of the transaction, after a wait or without one. */
export type Locks = "none" | "wait" | "skip"
