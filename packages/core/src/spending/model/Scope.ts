import * as Schema from "effect/Schema"
import type { Guardrail, GuardrailId } from "../../guardrails/Guardrail.js"
import { BoundedMap } from "../../runtime/BoundedMap.js"
import type { OrganizationId, WorkspaceId } from "../../values/Id.js"
import type { KeyHash } from "../../values/KeyHash.js"
import * as Usd from "../../values/Usd.js"
import type { UserId } from "../../values/UserId.js"
import type { WindowKind } from "../../values/Window.js"
import type * as Day from "./Day.js"
import type { Windows } from "./Day.js"

/**
 * What a budget limits: a key, a guardrail for one key, a guardrail for one member (all keys of that member in the workspace
 * together), a run, a workspace, or an organization.
 */
export const ScopeKind = Schema.Literal("key", "guardrail_key", "guardrail_member", "run", "workspace", "organization")
export type ScopeKind = typeof ScopeKind.Type

/** Names a scope. */
export interface ScopeRef {
  readonly organization_id: OrganizationId
  readonly kind: ScopeKind
  /** The guardrail of `guardrail_key` and `guardrail_member`; null for the other kinds. */
  readonly guardrail_id: GuardrailId | null
  /**
   * The key's internal id, the user's id, the workspace's id, or the organization's id. Of a run, the workspace's id and the path
   * (`runScope`).
   */
  readonly subject: string
}

/** A number that the storage gives to a scope. Locks are taken in ascending order of it. */
export type ScopeId = number

/** What a run has beside the limits of every scope. Instants are milliseconds since 1970. */
export interface RunTerms {
  /** The run directly above it; null for an outermost one. A run cannot move. */
  readonly parent: ScopeId | null
  /** The most requests in its life. Null means unlimited. */
  readonly max_requests: number | null
  readonly created_at: number
  /** From then on, nothing is admitted. Null if it has no end. */
  readonly ends_at: number | null
  /** Whether nothing is admitted in it and below it until it is resumed. */
  readonly is_stopped: boolean
}

/** An amount that is added to one limit of a scope for a time. */
export interface ScopeBoost {
  readonly window: Day.Kind
  readonly usd: Usd.Usd
  /** Its end, in milliseconds since 1970. */
  readonly until: number
}

/** The limits of a scope. */
export interface ScopeTerms {
  /** Null means unlimited. 0 admits nothing. */
  readonly limits: Windows<Usd.Usd | null>
  /** Whether BYOK amounts count toward the limits. */
  readonly include_byok: boolean
  /** The most open holds at a time. Null means unlimited. */
  readonly max_in_flight: number | null
  /** Null for scopes of other kinds. */
  readonly run: RunTerms | null
  /** Of an organization, the shares of its limits that its alerts are about, in ascending percent. Null for the default, and for scopes of other kinds. */
  readonly thresholds: ReadonlyArray<number> | null
}

/** Amounts of a scope in each of its windows. All are sums over holds, except for the opening balance in `spent`. */
export interface Tally {
  /** What settled holds cost. */
  readonly spent: Windows<Usd.Usd>
  /** The amounts of open holds. */
  readonly held: Windows<Usd.Usd>
  /** The amounts of holds whose outcome is unknown. */
  readonly unknown: Windows<Usd.Usd>
}

/**
 * The part of `spent` whose holds are not in the ledger: from before it began, or deleted from it. A scope that moves to another day
 * keeps it, so that it counts again if a clock was wrong and a day comes back.
 */
export interface Opening {
  /** The day that its windows refer to: the latest one of which it has something. 0 if it has nothing. */
  readonly day: Day.Day
  readonly own: Windows<Usd.Usd>
  readonly byok: Windows<Usd.Usd>
  /** The number of requests of a run that are not in the ledger any more. It belongs to no window. */
  readonly requests: number
}

/** A scope as it is stored, in one row. Amounts are nano-dollars. */
export interface Scope extends ScopeTerms {
  readonly id: ScopeId
  readonly ref: ScopeRef
  /** Rises with each change to the records that an admission depends on. 0 for a scope that no change has touched. */
  readonly version: number
  /** The day that the windows refer to. */
  readonly day: Day.Day
  /** The greatest day that was not believed, because it was more than a day ahead; null if there was none. */
  readonly ahead: Day.Day | null
  /** The number of open holds. */
  readonly holds: number
  /** Of a run, the number of requests: holds that are open, unknown or settled. 0 for scopes of other kinds. */
  readonly requests: number
  /** Of an organization, the position of its latest entry: see `rules/entries.ts`. 0 without one, and for scopes of other kinds. */
  readonly entries: number
  /** When the latest request of a run was made, in milliseconds since 1970. Null if it had none, and for scopes of other kinds. */
  readonly charged_at: number | null
  /** What is added to its limits, also if it has ended since the latest act. Empty for most. */
  readonly boosts: ReadonlyArray<ScopeBoost>
  /** The version with whose limits its budgets were compared for alerts. */
  readonly checked: number
  /**
   * Tenths of its limit that the fullest of its budgets has reached by what is spent and unknown, without boosts: 0 to 10. It may be higher
   * than that since a window has begun, and is never lower.
   */
  readonly level: number
  /** Through the gateway's own credentials. */
  readonly own: Tally
  /** Through the organization's credentials. */
  readonly byok: Tally
  readonly opening: Opening
}

/** Nothing in any window. */
export const none: Windows<Usd.Usd> = { lifetime: Usd.zero, daily: Usd.zero, weekly: Usd.zero, monthly: Usd.zero }
/** A tally of nothing. */
export const emptyTally: Tally = { spent: none, held: none, unknown: none }

/** One object for all scopes, because a storage compares openings by reference. */
const noOpening: Opening = { day: 0, own: none, byok: none, requests: 0 }

/** The terms of a scope without budgets. */
export const unlimited: ScopeTerms = {
  limits: { lifetime: null, daily: null, weekly: null, monthly: null },
  include_byok: false,
  max_in_flight: null,
  run: null,
  thresholds: null
}

/** One object for all scopes without boosts. */
export const noBoosts: ReadonlyArray<ScopeBoost> = []

/** The level of a scope to which nothing was charged: a limit of 0 is reached. */
const levelOf = ({ daily, lifetime, monthly, weekly }: ScopeTerms["limits"]) =>
  lifetime === 0n || daily === 0n || weekly === 0n || monthly === 0n ? 10 : 0

/** A scope to which nothing was charged yet. */
export const emptyScope = (id: ScopeId, ref: ScopeRef, terms: ScopeTerms, day: Day.Day): Scope => ({
  id,
  ref,
  version: 0,
  day,
  ahead: null,
  holds: 0,
  requests: 0,
  entries: 0,
  charged_at: null,
  boosts: noBoosts,
  checked: 0,
  level: levelOf(terms.limits),
  limits: terms.limits,
  include_byok: terms.include_byok,
  max_in_flight: terms.max_in_flight,
  run: terms.run,
  thresholds: terms.thresholds,
  own: emptyTally,
  byok: emptyTally,
  opening: noOpening
})

const names = new WeakMap<ScopeRef, string>()

/** A text that differs for each scope. It is made once for a `ref`: the scopes of a key are kept and named with each of its acts. */
export const scopeName = (ref: ScopeRef): string => {
  const known = names.get(ref)
  if (known !== undefined) return known
  const { guardrail_id, kind, organization_id, subject } = ref
  const name = `${kind} ${organization_id} ${guardrail_id ?? "-"} ${subject}`
  names.set(ref, name)
  return name
}

/** Names a workspace. */
export interface Place {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId
}

interface NamedKey {
  readonly organization_id: OrganizationId
  readonly hash: KeyHash
}

/** The scope of a key. Its hash is that of its first secret, so it survives rotation. */
export const keyScope = ({ hash, organization_id }: NamedKey): ScopeRef => ({
  organization_id,
  kind: "key",
  guardrail_id: null,
  subject: hash
})

/** The scope of a workspace. */
export const workspaceScope = ({ organization_id, workspace_id }: Place): ScopeRef => ({
  organization_id,
  kind: "workspace",
  guardrail_id: null,
  subject: workspace_id
})

/** The scope of an organization. */
export const organizationScope = (organization_id: OrganizationId): ScopeRef => ({
  organization_id,
  kind: "organization",
  guardrail_id: null,
  subject: organization_id
})

/** How many runs are named by the same object again. */
const MAX_NAMED_RUNS = 2_000

const runs = new BoundedMap<string, ScopeRef>(MAX_NAMED_RUNS)

/** The scope of a run, which its path names within a workspace. Of one object for all its requests, as the scopes of a key: see `scopeName`. */
export const runScope = ({ organization_id, workspace_id }: Place, path: string): ScopeRef => {
  const subject = `${workspace_id}/${path}`
  const known = runs.get(subject)
  if (known?.organization_id === organization_id) return known
  const ref: ScopeRef = { organization_id, kind: "run", guardrail_id: null, subject }
  runs.set(subject, ref)
  return ref
}

/** The path of a run within its workspace. */
export const runPath = ({ subject }: Pick<ScopeRef, "subject">): string => subject.slice(subject.indexOf("/") + 1)

/** The scope of a guardrail for one member: all keys of that member in the workspace together. */
export const memberScope = (
  { organization_id }: Pick<Place, "organization_id"> & Partial<Place>,
  { id }: Pick<Guardrail, "id">,
  user: UserId
): ScopeRef => ({
  organization_id,
  kind: "guardrail_member",
  guardrail_id: id,
  subject: user
})

/** The scope of a guardrail for one key. */
export const guardedKeyScope = ({ hash, organization_id }: NamedKey, { id }: Pick<Guardrail, "id">): ScopeRef => ({
  organization_id,
  kind: "guardrail_key",
  guardrail_id: id,
  subject: hash
})

/** The limits of a key. Its budget counts in the window in which it resets. */
export const keyTerms = (key: {
  readonly limit: Usd.Usd | null
  readonly limit_reset: WindowKind | null
  readonly include_byok_in_limit: boolean
  readonly max_in_flight: number | null
}): ScopeTerms => ({
  ...unlimited,
  limits: { ...unlimited.limits, [key.limit_reset ?? "lifetime"]: key.limit },
  include_byok: key.include_byok_in_limit,
  max_in_flight: key.max_in_flight
})

/** The limits of each key or member that a guardrail applies to. */
export const guardrailTerms = (
  guardrail: Pick<Guardrail, "limit_usd" | "reset_interval" | "include_byok_in_budgets" | "max_in_flight">
): ScopeTerms => ({
  ...unlimited,
  limits: { ...unlimited.limits, [guardrail.reset_interval ?? "lifetime"]: guardrail.limit_usd },
  include_byok: guardrail.include_byok_in_budgets,
  max_in_flight: guardrail.max_in_flight
})
