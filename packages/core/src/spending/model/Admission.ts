import type { ByokId } from "../../byok/ByokCredential.js"
import type { OrganizationId } from "../../values/Id.js"
import type { KeyHash } from "../../values/KeyHash.js"
import type * as Usd from "../../values/Usd.js"
import type { BudgetExceeded } from "./Budget.js"
import type * as Day from "./Day.js"
import type { HoldId } from "./HoldId.js"
import type { HoldRecord, HoldTerms, ProviderRules } from "./HoldRecord.js"
import type { StatedRun } from "./RunTerms.js"
import type { RunRefused, TooManyInFlight } from "./refusals.js"
import type { Scope, ScopeRef, ScopeTerms } from "./Scope.js"

/** A scope that a hold is charged to. */
export interface ChargedScope {
  readonly ref: ScopeRef
  /** The terms of the scope if it does not exist yet. An existing one keeps its own. */
  readonly terms: ScopeTerms
  /**
   * The version that the scope had before the records of the request were read; 0 if it did not exist. Null means that it is
   * not compared.
   */
  readonly version: number | null
  /** Of a run, what the request states of it: it is created with these terms. */
  readonly run?: StatedRun
}

/** Why the scopes of a request do not admit it. */
export type AdmissionRefusal = BudgetExceeded | RunRefused | TooManyInFlight

/** A hold to be admitted. */
export interface Admission extends ProviderRules {
  readonly terms: HoldTerms
  /** From the narrowest scope to the widest: key, guardrails, runs from the innermost, workspace, organization. */
  readonly scopes: ReadonlyArray<ChargedScope>
  /**
   * Whether the amount is charged as the gateway's own or as BYOK. `own_or_byok` charges it as own if that fits, else as BYOK
   * without the gateway's slot.
   */
  readonly charge: "own" | "byok" | "own_or_byok"
  /** Ids of credentials in the order to try them, and null for the gateway's own slot. */
  readonly plan: ReadonlyArray<ByokId | null>
  /** When the key or the secret that was presented ends, in milliseconds since 1970. Null if neither does. @default null */
  readonly ends_at?: number | null
  /** The version of the price book by which it was judged (`PriceBook.period`). Null compares none. @default null */
  readonly prices?: number | null
  /** The current time in milliseconds since 1970. PostgreSQL takes its own, after the locks. */
  readonly now: number
  /** Judges without storing anything. */
  readonly dry_run: boolean
}

/** A budget that has refused an amount and is spent, with its scope as it was at an instant in milliseconds since 1970. An alert is about it. */
export interface RefusedBudget {
  readonly scope: Scope
  readonly window: Day.Kind
  readonly at: number
}

/** Result of an admission. Scopes are as after it, in the order of the request. */
export type AdmissionAnswer =
  | { readonly _tag: "Admitted"; readonly hold: HoldRecord; readonly scopes: ReadonlyArray<Scope> }
  /** The organization has a hold with this id, which is as it is at the instant of the admission. Nothing was changed. */
  | { readonly _tag: "Existing"; readonly hold: HoldRecord }
  /** Another organization has a hold with this id. */
  | { readonly _tag: "Conflict" }
  /** A scope or the price book has another version: the records must be read again. */
  | { readonly _tag: "Stale" }
  /** The key or its secret has ended by the time of the act. */
  | { readonly _tag: "KeyEnded" }
  | { readonly _tag: "Refused"; readonly refusal: AdmissionRefusal; readonly told?: ReadonlyArray<RefusedBudget> }

/** Names a hold. A gateway key for all organizations has no organization. */
export interface HoldName {
  readonly id: HoldId
  readonly organization_id: OrganizationId | null
}

/** A larger amount or a longer lease for a hold. */
export interface Extension {
  readonly hold: HoldName
  /** New total amount of the hold. Null leaves it as it is. */
  readonly amount: Usd.Usd | null
  /** The length of the lease from now, in seconds. Null means the length at the opening. */
  readonly lease_seconds: number | null
  /** The versions of scopes that the caller's records depend on, such as the key's. */
  readonly fence: ReadonlyArray<{ readonly ref: ScopeRef; readonly version: number }>
  /** The key that the fence guards: `Stale` if the hold is of another one. @default it is not compared */
  readonly key_hash?: KeyHash
  /** When the key ends, in milliseconds since 1970. Null if it does not. @default null */
  readonly ends_at?: number | null
  readonly now: number
}

/** Result of an extension. Scopes are as after it, in the order of the hold. */
export type ExtensionAnswer =
  | { readonly _tag: "Extended"; readonly hold: HoldRecord; readonly scopes: ReadonlyArray<Scope> }
  | { readonly _tag: "NotFound" }
  /** The hold is not open, or its lease has ended. */
  | { readonly _tag: "Ended" }
  | { readonly _tag: "Stale" }
  /** The key has ended by the time of the act. */
  | { readonly _tag: "KeyEnded" }
  | {
      readonly _tag: "Refused"
      readonly refusal: BudgetExceeded | RunRefused
      readonly told?: ReadonlyArray<RefusedBudget>
    }

/** Result of recording that a request was sent. */
export type SendAnswer =
  | { readonly _tag: "Sent"; readonly hold: HoldRecord }
  | { readonly _tag: "NotFound" }
  | { readonly _tag: "Ended" }
  /** The plan does not have the credential. */
  | { readonly _tag: "OutsidePlan" }
