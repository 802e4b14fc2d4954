import * as DateTime from "effect/DateTime"
import type { ByokId } from "../../byok/ByokCredential.js"
import type { OrganizationId, WorkspaceId } from "../../values/Id.js"
import type { KeyHash } from "../../values/KeyHash.js"
import type * as Usd from "../../values/Usd.js"
import type { UserId } from "../../values/UserId.js"
import type { Day } from "./Day.js"
import type { CostBasis, Hold, HoldFlag, HoldState } from "./Hold.js"
import type { HoldId } from "./HoldId.js"
import type { ScopeId } from "./Scope.js"

/** The providers that guardrails leave to a request, as its hold keeps them. */
export interface ProviderRules {
  /** Those that are allowed. Null allows all but the ignored ones. */
  readonly providers: ReadonlyArray<string> | null
  /** Those that are ignored, where no list says what is allowed. Undefined if none is. */
  readonly ignored_providers?: ReadonlyArray<string> | undefined
}

/** The part of a hold's amount that was taken on one day, and so in the windows of that day. */
export interface HoldPart {
  readonly day: Day
  readonly amount: Usd.Usd
}

/** The entry of an unknown outcome, kept when the hold is settled after all. */
export interface UnknownEntry {
  readonly position: number
  /** When the outcome became unknown, in milliseconds since 1970. */
  readonly at: number
  /** The provider that was asked for: the settlement may state another one. */
  readonly provider: string | null
}

/** What a caller asks for when it creates a hold. A repetition must ask for the same. */
export interface HoldTerms {
  readonly id: HoldId
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId
  readonly key_hash: KeyHash
  readonly user_id: UserId
  readonly models: ReadonlyArray<string>
  readonly provider: string | null
  readonly instance: string | null
  readonly labels: Readonly<Record<string, string>>
  /** The amount asked for when the hold was created. */
  readonly asked: Usd.Usd
  /** Length of the lease in seconds, 1 to 2,592,000. */
  readonly lease_seconds: number
  /**
   * What else the creation states, as one number: see `termsDigest`. Null if it is not known: the hold is older than the number, or was
   * recorded without a creation.
   */
  readonly variant: number | null
}

/** A hold as it is stored, in one row: first the hold, then the ledger's entry. Instants are milliseconds since 1970. */
export interface HoldRecord extends HoldTerms, ProviderRules {
  /** The scopes that the hold is charged to. */
  readonly scopes: ReadonlyArray<ScopeId>
  readonly state: HoldState
  /** In the order in which they were taken, at most one a day. Their sum is the hold's amount. */
  readonly parts: ReadonlyArray<HoldPart>
  readonly amount: Usd.Usd
  readonly cost: Usd.Usd | null
  /** How the amount is charged: of an open or unknown hold what is set aside, of a settled one what was spent. */
  readonly is_byok: boolean
  /** The slots of the plan: ids of credentials, and null for the gateway's own. */
  readonly plan: ReadonlyArray<ByokId | null>
  /** The model that was used. Null until settled, or if not stated. */
  readonly model: string | null
  /**
   * The credential that was used, or that `sent` stated last; null for the gateway's own. Undefined as long as none is stated: the hold is
   * not settled.
   */
  readonly credential_id: ByokId | null | undefined
  readonly basis: CostBasis | null
  readonly input_tokens: number
  readonly output_tokens: number
  readonly opened_at: number
  readonly sent_at: number | null
  readonly lease_ends_at: number
  readonly ended_at: number | null
  /** How often the cost was corrected, with its reconciliation. */
  readonly corrections: number
  /**
   * The position of its entry among those of the organization: the settlement, or the unknown outcome. Null without one, and for a hold that
   * is not charged to the scope of its organization.
   */
  readonly position: number | null
  /** Of a settled hold whose outcome was unknown before. */
  readonly was_unknown: UnknownEntry | null
  readonly flags: ReadonlyArray<HoldFlag>
}

/** What a new hold has besides its terms. */
interface HoldOpening
  extends Pick<
    HoldRecord,
    | "amount"
    | "scopes"
    | "is_byok"
    | "plan"
    | "providers"
    | "ignored_providers"
    | "opened_at"
    | "sent_at"
    | "lease_ends_at"
  > {
  readonly day: Day
}

const noFlags: HoldRecord["flags"] = []

/** Of a class: see the README of spending. */
class OpenHold implements HoldRecord {
  readonly id: HoldRecord["id"]
  readonly organization_id: HoldRecord["organization_id"]
  readonly workspace_id: HoldRecord["workspace_id"]
  readonly key_hash: HoldRecord["key_hash"]
  readonly user_id: HoldRecord["user_id"]
  readonly models: HoldRecord["models"]
  readonly provider: HoldRecord["provider"]
  readonly instance: HoldRecord["instance"]
  readonly labels: HoldRecord["labels"]
  readonly asked: HoldRecord["asked"]
  readonly lease_seconds: HoldRecord["lease_seconds"]
  readonly variant: HoldRecord["variant"]
  readonly scopes: HoldRecord["scopes"]
  readonly state: HoldRecord["state"]
  readonly parts: HoldRecord["parts"]
  readonly amount: HoldRecord["amount"]
  readonly cost: HoldRecord["cost"]
  readonly is_byok: HoldRecord["is_byok"]
  readonly plan: HoldRecord["plan"]
  readonly providers: HoldRecord["providers"]
  readonly ignored_providers: HoldRecord["ignored_providers"]
  readonly model: HoldRecord["model"]
  readonly credential_id: HoldRecord["credential_id"]
  readonly basis: HoldRecord["basis"]
  readonly input_tokens: HoldRecord["input_tokens"]
  readonly output_tokens: HoldRecord["output_tokens"]
  readonly opened_at: HoldRecord["opened_at"]
  readonly sent_at: HoldRecord["sent_at"]
  readonly lease_ends_at: HoldRecord["lease_ends_at"]
  readonly ended_at: HoldRecord["ended_at"]
  readonly corrections: HoldRecord["corrections"]
  readonly position: HoldRecord["position"]
  readonly was_unknown: HoldRecord["was_unknown"]
  readonly flags: HoldRecord["flags"]
  constructor(terms: HoldTerms, opening: HoldOpening) {
    this.id = terms.id
    this.organization_id = terms.organization_id
    this.workspace_id = terms.workspace_id
    this.key_hash = terms.key_hash
    this.user_id = terms.user_id
    this.models = terms.models
    this.provider = terms.provider
    this.instance = terms.instance
    this.labels = terms.labels
    this.asked = terms.asked
    this.lease_seconds = terms.lease_seconds
    this.variant = terms.variant
    this.scopes = opening.scopes
    this.state = "open"
    this.parts = [{ day: opening.day, amount: opening.amount }]
    this.amount = opening.amount
    this.cost = null
    this.is_byok = opening.is_byok
    this.plan = opening.plan
    this.providers = opening.providers
    this.ignored_providers = opening.ignored_providers
    this.model = null
    this.credential_id = undefined
    this.basis = null
    this.input_tokens = 0
    this.output_tokens = 0
    this.opened_at = opening.opened_at
    this.sent_at = opening.sent_at
    this.lease_ends_at = opening.lease_ends_at
    this.ended_at = null
    this.corrections = 0
    this.position = null
    this.was_unknown = null
    this.flags = noFlags
  }
}

/** A new open hold. */
export const openHold = (terms: HoldTerms, opening: HoldOpening): HoldRecord => new OpenHold(terms, opening)

const instant = (millis: number | null) => (millis === null ? null : DateTime.unsafeMake(millis))

/** Converts a stored hold to the one that the API returns. */
export const showHold = (hold: HoldRecord): Hold => ({
  id: hold.id,
  state: hold.state,
  amount: hold.amount,
  cost: hold.cost,
  is_byok: hold.is_byok,
  key_hash: hold.key_hash,
  workspace_id: hold.workspace_id,
  user_id: hold.user_id,
  models: hold.models,
  provider: hold.provider,
  credential_id: hold.credential_id ?? null,
  basis: hold.basis,
  labels: hold.labels,
  instance: hold.instance,
  opened_at: DateTime.unsafeMake(hold.opened_at),
  sent_at: instant(hold.sent_at),
  lease_ends_at: DateTime.unsafeMake(hold.lease_ends_at),
  ended_at: instant(hold.ended_at),
  corrections: hold.corrections,
  flags: hold.flags
})
