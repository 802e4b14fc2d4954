// What every implementation must do:
//
// 1. One row a scope (four windows, own and BYOK apart), one row a hold, which becomes the ledger's entry. Amounts are bound
//    and read as bigint.
// 2. `admit` and `extend` judge inside one atomic act, on rows that the act has locked: first the hold by its id, then all
//    scopes in ascending order of their ids, then the judgement on what the locks returned. A subquery or a sum in the UPDATE
//    overspends on PostgreSQL. Several calls may share one transaction if they are judged one after another.
// 3. The rules are the pure functions of this folder. `acts.ts` has every method as a synchronous act over `SpendingRows`; a
//    storage whose act is not synchronous must answer the same, which the contract suite checks.
// 4. Every charged scope moves to the day of `dayOf` before it is judged (`rollTo`, with `recounted` where it says so). All
//    scopes of a hold move to the same day. A settlement moves no scope and touches only windows that are still the same.
// 5. A scope that does not exist is created with the terms of the request and version 0. A version that differs, of a scope or of the
//    price book if the admission names one, answers `Stale`, before anything is judged. `setTerms` runs in the transaction that changes
//    the record. `KeyStore.update` and `rotate` do the same for the scope of a key, in their own act: the scope is locked before the
//    key's record. Versions never fall, and a scope whose version is above 0 is never deleted: processes keep records by these versions.
//    Runs guard no records, so that they may be deleted (`pruneRuns`). The id of a scope is never used again.
// 6. A repeated id is decided by the row: `Existing` for the same organization, `Conflict` for another one, also if two
//    creations run at once.
// 7. `expireHolds` skips rows that others have locked, unless it is asked for one organization, before a refusal. It expires
//    leases that this process granted as soon as they end, and those of other processes 30 seconds later. `admit` and `extend` may expire what the process knows of.
// 8. Times come as arguments. A storage on PostgreSQL takes the server's clock instead, after the locks, except under the
//    contract suite, which moves the time itself.
// 9. If storage fails, nothing is admitted.
// 10. What a key has used is in its scope alone, so what is shown of a key is what an admission judges, and an act on a hold neither
//    locks nor writes the record of its key. The scope of a deleted key stays.
// 11. A day is closed once the scope of the organization is on a later one. Its sums may be kept; an act that changes what a hold adds to
//     the activity of a closed day drops what is kept of it, in the same act. What `prune` deletes stays part of the sums.
// 12. No counter saturates: of each scope, what is spent, held and unknown, own and BYOK together, stays at most `LARGEST`. An act that
//     would exceed it stores nothing of what it adds, so what moves between the three, or returns, always fits.
// 13. A hold that cannot be expired keeps no other one, and no act, from its turn. It is logged and tried again.
// 14. The position of an entry is the next one of the scope of its organization, which the act holds locked until it is committed. Each
//     entry is kept as it was until its hold is deleted, and no position is given twice.
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type * as Option from "effect/Option"
import type { ByokId } from "../../byok/ByokCredential.js"
import type { GuardrailId } from "../../guardrails/Guardrail.js"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../../values/Id.js"
import type { KeyHash } from "../../values/KeyHash.js"
import type { Page, Paged } from "../../values/Page.js"
import type * as Usd from "../../values/Usd.js"
import type {
  Admission,
  AdmissionAnswer,
  ChargedScope,
  Extension,
  ExtensionAnswer,
  HoldName,
  SendAnswer
} from "../model/Admission.js"
import type { AlertRecord } from "../model/AlertRecord.js"
import type { Windows } from "../model/Day.js"
import type { HoldFlag, HoldState } from "../model/Hold.js"
import type { Correction, CorrectionAnswer, CorrectionRecord } from "../model/HoldCorrection.js"
import type { HoldRecord, HoldTerms } from "../model/HoldRecord.js"
import type { RunState } from "../model/RunTerms.js"
import type { RunRefused } from "../model/refusals.js"
import type { Scope, ScopeBoost, ScopeKind, ScopeRef, ScopeTerms } from "../model/Scope.js"
import type { Spender, SpenderName } from "../model/Spender.js"
import type { ActivityList, ActivitySum } from "../rules/ActivitySum.js"
import type { EntryRecord } from "../rules/entries.js"
import type { Settlement } from "../rules/holdLife.js"
import type { LedgerVisitor } from "../rules/ledgerCheck.js"
import type { BudgetInForce } from "../rules/shares.js"

/** Of how many open holds the oldest is found. */
export const OLDEST_AMONG = 1_000

/** Among how many open holds, of those whose leases end first, a refusal looks for one of its scope. */
export const LEASES_AMONG = 32

/** The most holds that one act expires or releases. */
export const CHUNK = 250

/** How long after its end a lease is expired by a process that did not grant it, in milliseconds. */
export const FOREIGN_LEASE = 30_000

/**
 * Scopes whose records change: one, or all scopes of a guardrail. The version of `guard` rises with those of the guardrail: it is the
 * scope that guards the records of requests, and the budgets of the change are not its own.
 */
export type ChangedScopes =
  | { readonly ref: ScopeRef }
  | { readonly organization_id: OrganizationId; readonly guardrail_id: GuardrailId; readonly guard: ScopeRef }

/** A filter for a list of holds. Null means no restriction. */
export interface HoldList {
  readonly organization_id: OrganizationId | null
  readonly workspace_id: WorkspaceId | null
  readonly key_hash: KeyHash | null
  readonly state: HoldState | null
  readonly flag: HoldFlag | null
  readonly instance: string | null
}

/** Which entries to read. */
export interface EntryList {
  readonly organization_id: OrganizationId
  /** Entries at greater positions. */
  readonly after: number
  /** The most entries to read. */
  readonly limit: number
}

/** What a request without a hold cost. A cost of null is not known: the request is stored as unknown, flagged `price_missing`. */
export type UsageSettlement = Omit<Settlement, "cost" | "credential_id" | "is_byok"> & {
  readonly cost: Usd.Usd | null
  readonly credential_id: ByokId | null
  readonly is_byok: boolean
}

/** A request that was made without a hold. */
export interface UsageEntry {
  readonly terms: HoldTerms
  readonly scopes: ReadonlyArray<ChargedScope>
  readonly settlement: UsageSettlement
  /** The instant of the request, which decides its windows. In milliseconds since 1970, not in the future. */
  readonly at: number
  readonly now: number
}

export type UsageAnswer =
  | { readonly _tag: "Recorded"; readonly hold: HoldRecord }
  | { readonly _tag: "Existing"; readonly hold: HoldRecord }
  | { readonly _tag: "Conflict" }
  /** A scope has no room for the cost. Nothing was stored. */
  | { readonly _tag: "TooLarge" }
  /** A run above that of the request does not exist. Nothing was stored. */
  | { readonly _tag: "Refused"; readonly refusal: RunRefused }

/** What was spent from scopes before the ledger began, through the gateway's own credentials. */
export interface NewOpenings {
  /** Each scope once, with amounts of the present day, week and month. A scope that does not exist is created with these terms. */
  readonly openings: ReadonlyArray<{
    readonly ref: ScopeRef
    readonly terms: ScopeTerms
    readonly spent: Windows<Usd.Usd>
  }>
  readonly now: number
  /** Judges without storing anything. */
  readonly dry_run: boolean
}

/** A scope after a change of its boosts, and the alerts about the change. */
export interface ScopeOutcome {
  /** @default those it has */
  readonly boosts?: ReadonlyArray<ScopeBoost>
  /** @default none */
  readonly alerts?: ReadonlyArray<AlertRecord>
}

/** A change of the boosts of a scope, or something to tell of it. */
export interface ScopeChange<E> {
  readonly ref: ScopeRef
  /** The terms of the scope if it does not exist yet. Null does not create it. */
  readonly terms: ScopeTerms | null
  readonly now: number
  /** Judges the scope, which is on its day at an instant and without boosts that have ended. It may be called again. */
  readonly judge: (scope: Scope, now: number) => Either.Either<ScopeOutcome, E>
}

/** What is set aside now, by holds that are stored as open. */
export interface OpenHolds {
  readonly count: number
  readonly amount: Usd.Usd
  /** When the oldest of the `OLDEST_AMONG` whose leases end first was opened; null if there is none. */
  readonly oldest: number | null
}

/** A filter for a list of runs. Null means no restriction. */
export interface RunList {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId | null
  /** The run itself. */
  readonly run: ScopeRef | null
  /** The run directly above; `top` lists outermost runs alone. */
  readonly parent: ScopeRef | "top" | null
  readonly state: RunState | null
}

/** A filter for a list of budgets. Null means no restriction. */
export interface BudgetList {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId | null
  readonly kind: ScopeKind | null
  /** The least share (`shareOf`). */
  readonly above: number | null
}

/** A run as it is stored, with the number of runs directly below it. */
export interface StoredRun {
  readonly scope: Scope
  readonly children: number
}

type Stored<A> = Effect.Effect<A, StorageFailure>

/** Stores scopes and holds. Each method is one atomic act. The first lines of this file say what an implementation must do. */
export class SpendingStore extends Context.Tag("@tollgate/core/SpendingStore")<
  SpendingStore,
  {
    /**
     * The scopes that exist among these, each as it is at an instant, in the given order. Those that must be counted again from the ledger,
     * because a clock was wrong, are stored as they are then, so that the ledger is read once. Nothing else is written.
     */
    readonly scopes: (refs: ReadonlyArray<ScopeRef>, now: number) => Stored<ReadonlyArray<Scope>>
    /**
     * Reads a spender at an instant, in one round trip: all of one state, or the versions first. None if no key has the secret, or if the
     * secret has ended. The process caches the result for up to a minute, so each acknowledged change of it must raise one of its versions
     * in its own act, and `admit` must compare the version of the price book that an admission names (`Admission.prices`). Without this
     * method, each request reads through the ports of the resources, and nothing is cached.
     */
    readonly findSpender?: (name: SpenderName, at: DateTime.Utc) => Stored<Option.Option<Spender>>
    /**
     * Changes the budgets of scopes and raises their version; null only raises it. A scope named by a `ref` is created if it
     * does not exist. All scopes of a change are locked in ascending order of their ids, as admissions lock them. Call it in the
     * transaction that changes the record.
     */
    readonly setTerms: (changed: ChangedScopes, terms: ScopeTerms | null, now: number) => Stored<void>
    /**
     * Locks the scopes that exist among these until the open transaction ends, in ascending order of their ids, and runs an effect: no
     * other act raises their versions meanwhile. Records that the effect reads are not locked, since their changes raise one of these
     * versions. Storage whose transactions run alone locks nothing.
     */
    readonly lock: <A, E, R>(
      refs: ReadonlyArray<ScopeRef>,
      effect: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageFailure, R>
    /**
     * Changes the boosts of a scope, or stores alerts about it, under its lock. The next admission in any process is judged by them. If the
     * judgement fails, nothing is stored. Call it in the transaction that stores the record of the change.
     */
    readonly changeScope: <E>(change: ScopeChange<E>) => Stored<Either.Either<Scope, E>>
    /** Judges an admission and opens its hold. An id that has a hold already changes nothing. */
    readonly admit: (admission: Admission) => Stored<AdmissionAnswer>
    /** Judges a larger amount or a longer lease for an open hold. */
    readonly extend: (extension: Extension) => Stored<ExtensionAnswer>
    /** Records that the request was sent to a provider, and by which slot of the plan, if it is stated: the last one is kept. */
    readonly send: (hold: HoldName, now: number, credential_id?: ByokId | null) => Stored<SendAnswer>
    /**
     * None if there is no such hold. A hold that is settled already stays as it is. If a scope has no room for the cost, the answer is not
     * settled: the outcome is unknown, or, if there is no room for the amount of a hold that had returned it, the hold stays as it is.
     */
    readonly settle: (hold: HoldName, settlement: Settlement, now: number) => Stored<Option.Option<HoldRecord>>
    /** Returns the amount of an open hold to its budgets. None if there is no such hold. A hold in another state stays as it is. */
    readonly release: (hold: HoldName, now: number) => Stored<Option.Option<HoldRecord>>
    /** A hold that had returned its amount stays as it is if a scope has no room for it. */
    readonly markUnknown: (hold: HoldName, flag: HoldFlag | null, now: number) => Stored<Option.Option<HoldRecord>>
    /**
     * Replaces the cost of a settled hold, and keeps why, unless the cost is the same. A hold in another state stays as it is, and so does
     * one whose scopes have no room for the cost.
     */
    readonly correct: (hold: HoldName, correction: Correction) => Stored<Option.Option<CorrectionAnswer>>
    /**
     * Settles a hold whose outcome is unknown at the instant of the reconciliation, given back or not, and keeps why. A hold in another state
     * stays as it is, and so does one whose scopes have no room for the cost: then its outcome is unknown still.
     */
    readonly reconcile: (hold: HoldName, reconciliation: Correction) => Stored<Option.Option<CorrectionAnswer>>
    /** The corrections of a hold, oldest first. The first one may be a reconciliation. */
    readonly corrections: (hold: HoldName) => Stored<ReadonlyArray<CorrectionRecord>>
    /** A hold as it is at an instant, expired or not; as it is stored if none is stated. Nothing is written. */
    readonly find: (hold: HoldName, now?: number) => Stored<Option.Option<HoldRecord>>
    /** Newest first, then by id. With an instant, holds are listed as they are then, also by their state. Nothing is written. */
    readonly list: (list: HoldList, page: Page, now?: number) => Stored<Paged<HoldRecord>>
    /**
     * The open holds of all organizations, by the counters of their scopes. It reads a row of each organization, and no more than
     * `OLDEST_AMONG` holds. Nothing is written.
     */
    readonly openHolds: Stored<OpenHolds>
    /** Releases open holds that were not sent, at most `CHUNK`, and returns their number. */
    readonly releaseUnsent: (
      of: Pick<HoldList, "organization_id" | "key_hash" | "instance">,
      now: number
    ) => Stored<number>
    /**
     * Expires holds whose lease has ended, at most `CHUNK`, and returns their number. Those of one organization are all found, also
     * if another act has locked or expired some of them, so 0 means that no judgement counts an ended hold any more.
     */
    readonly expireHolds: (now: number, organization_id?: OrganizationId) => Stored<number>
    /** Stores a request that was made without a hold, without judging it: as settled, or as unknown without a cost. */
    readonly recordUsage: (entry: UsageEntry) => Stored<UsageAnswer>
    /**
     * Adds to the opening balances of scopes, and to what they have spent. The activity has nothing of it. Returns false, and stores nothing,
     * if a scope has no room for its amount. Call it in the transaction that creates what the scopes belong to, before that.
     */
    readonly addOpenings: (openings: NewOpenings) => Stored<boolean>
    /**
     * Sums settled and unknown requests by the days on which they were opened, all as they are at one instant. The sums are told apart at
     * least by the fields that are asked for, in any order; other fields are null. A filter reads no more rows than the report without it.
     */
    readonly activity: (list: ActivityList) => Stored<ReadonlyArray<ActivitySum>>
    /**
     * The next entries of an organization, in the order of their positions. No entry before them is committed later. Those of deleted holds
     * are missing. It costs the same however many entries there are.
     */
    readonly entries: (list: EntryList) => Stored<ReadonlyArray<EntryRecord>>
    /**
     * Deletes settled, expired and released holds whose id and opening are before an instant, at most `CHUNK`, and returns their number.
     * What they spent becomes part of the opening balances of their scopes, and stays part of the activity.
     */
    readonly prune: (before: number) => Stored<number>
    /**
     * Runs in the order of their latest request, newest first; one without a request counts from its creation. Amounts are of its life, so
     * they are the same on any day. Nothing is written.
     */
    readonly runs: (list: RunList, page: Page, now: number) => Stored<Paged<StoredRun>>
    /**
     * Deletes runs whose day is more than some days before today and before the day of the scope of their organization, at most `CHUNK`,
     * and returns their number: so a clock that is ahead deletes none in an organization without requests at its time. A run stays while
     * it is stopped, has an open hold or an unknown amount, or has a run below it. Ids are never used again: holds that have ended keep
     * the ids of deleted runs.
     */
    readonly pruneRuns: (keptDays: number, now: number) => Stored<number>
    /**
     * The budgets in force at an instant, all of one state, the greatest share first (`byShare`): those of scopes to which nothing was
     * charged, too. In force are the budgets of keys that have not expired, disabled or not, and those of guardrails for such keys and for
     * members, by the assignments; of runs that are open; of workspaces; of the organization. With a least share of a tenth or more, it reads
     * the scopes whose level has that (`Scope.level`), and no others. Nothing is written.
     */
    readonly budgets: (list: BudgetList, page: Page, now: number) => Stored<Paged<BudgetInForce>>
    /**
     * Deletes what the storage keeps of names (models, users, labels, instances) that no hold and no activity has referred to for a day,
     * and returns their number. It looks for them at most once a day, in pages and short transactions, beside acts of any process. What
     * names one again is stored as if it had never been deleted. Storage that keeps names with their holds has nothing to delete.
     */
    readonly pruneNames: (now: number) => Stored<number>
    /**
     * Shows a visitor every scope and every entry that counts, all as they are at one instant, however long it takes. `begin` is called
     * again if the reading starts again.
     */
    readonly inspect: <A>(begin: () => LedgerVisitor<A>) => Stored<A>
  }
>() {}
