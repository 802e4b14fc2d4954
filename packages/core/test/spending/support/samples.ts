import { KeyHash, OrganizationId, Usd, UserId, WorkspaceId } from "@tollgate/core"
import {
  Day,
  emptyScope,
  type HoldRecord,
  type HoldTerms,
  type Scope,
  type ScopeRef,
  unlimited
} from "@tollgate/core/storage"
import { holdIdAt } from "../../../src/spending/model/HoldId.js"

export const usd = Usd.fromNumber

export const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
export const workspace_id = WorkspaceId.make("22222222-2222-4222-8222-222222222222")
export const key_hash = KeyHash.make("a".repeat(64))

/** A Sunday evening, the last day of a week and of a month: 2026-05-31T23:50:00Z. */
export const evening = Date.UTC(2026, 4, 31, 23, 50)

export const idOf = (number: number, instant = evening) =>
  holdIdAt(instant, Uint8Array.of(0, 0, 0, 0, 0, 0, number >> 16, number >> 8, number, 0))

export const ref = (subject: string, kind: ScopeRef["kind"] = "key"): ScopeRef => ({
  organization_id,
  kind,
  guardrail_id: null,
  subject
})

export const limits = (some: Partial<Scope["limits"]>): Scope["limits"] => ({ ...unlimited.limits, ...some })

export const aScope = (some: Partial<Scope["limits"]> = {}, overrides: Partial<Scope> = {}): Scope => ({
  ...emptyScope(1, ref("key"), { ...unlimited, limits: limits(some) }, Day.of(evening)),
  ...overrides
})

export const someTerms = (overrides: Partial<HoldTerms> = {}): HoldTerms => ({
  id: idOf(1),
  organization_id,
  workspace_id,
  key_hash,
  user_id: UserId.make("ada"),
  models: ["acme/writer"],
  provider: null,
  instance: null,
  labels: {},
  asked: usd(1),
  lease_seconds: 600,
  variant: 0,
  ...overrides
})

/** An open hold of $1, taken on the evening. */
export const aHold = (overrides: Partial<HoldRecord> = {}): HoldRecord => ({
  ...someTerms(),
  scopes: [1],
  state: "open",
  parts: [{ day: Day.of(evening), amount: overrides.amount ?? usd(1) }],
  amount: usd(1),
  cost: null,
  is_byok: false,
  plan: [null],
  providers: null,
  model: null,
  credential_id: undefined,
  basis: null,
  input_tokens: 0,
  output_tokens: 0,
  opened_at: evening,
  sent_at: null,
  lease_ends_at: evening + 600_000,
  ended_at: null,
  corrections: 0,
  position: null,
  was_unknown: null,
  flags: [],
  ...overrides
})

export const costing = (dollars: number, is_byok = false) => ({
  cost: usd(dollars),
  is_byok,
  credential_id: null,
  model: null,
  provider: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0
})
