import { type BudgetExceeded, KeyHash, OrganizationId, Usd, UserId, WorkspaceId } from "@tollgate/core"
import {
  type Admission,
  type AdmissionAnswer,
  type Correction,
  type ExtensionAnswer,
  type HoldName,
  type HoldRecord,
  type HoldTerms,
  holdIdAt,
  type ScopeRef,
  type ScopeTerms,
  type Settlement,
  SpendingStore,
  type UsageSettlement,
  unlimited
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

export const usd = Usd.fromNumber

export const organization = OrganizationId.make("11111111-1111-4111-8111-111111111111")
export const otherOrganization = OrganizationId.make("33333333-3333-4333-8333-333333333333")
export const workspace = WorkspaceId.make("22222222-2222-4222-8222-222222222222")

/** 2026-05-31T23:50:00Z: ten minutes before the end of a day, a week and a month. */
export const evening = Date.UTC(2026, 4, 31, 23, 50)
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const idOf = (number: number) =>
  holdIdAt(evening, Uint8Array.of(0, 0, 0, 0, 0, 0, number >> 16, number >> 8, number, 0))

const ref = (kind: ScopeRef["kind"], subject: string, guardrail_id: ScopeRef["guardrail_id"] = null): ScopeRef => ({
  organization_id: organization,
  kind,
  guardrail_id,
  subject
})

export const keyHash = (letter: string) => KeyHash.make(letter.repeat(64))
export const key = ref("key", keyHash("a"))
export const otherKey = ref("key", keyHash("b"))
export const space = ref("workspace", workspace)
export const whole = ref("organization", organization)
export const guarded = ref
export const all = [key, otherKey, space, whole]

/** Terms with limits in USD. */
export const limited = (
  limits: Partial<Record<keyof ScopeTerms["limits"], number>>,
  include_byok = false
): ScopeTerms => {
  const of = (kind: keyof ScopeTerms["limits"]) => {
    const limit = limits[kind]
    return limit === undefined ? null : usd(limit)
  }
  return {
    ...unlimited,
    limits: { lifetime: of("lifetime"), daily: of("daily"), weekly: of("weekly"), monthly: of("monthly") },
    include_byok
  }
}

/** The key that is charged, by its scope; another one if none is among these. */
export const hashOf = (refs: ReadonlyArray<ScopeRef>) =>
  KeyHash.make(refs.find(({ kind }) => kind === "key")?.subject ?? key.subject)

export const someTerms = (number: number, asked: number, overrides: Partial<HoldTerms> = {}): HoldTerms => ({
  id: idOf(number),
  organization_id: organization,
  workspace_id: workspace,
  key_hash: keyHash("a"),
  user_id: UserId.make("ada"),
  models: ["acme/writer"],
  provider: null,
  instance: null,
  labels: {},
  asked: usd(asked),
  lease_seconds: 600,
  variant: 0,
  ...overrides
})

/** An admission of an amount in USD to the key, the workspace and the organization. */
export const anAdmission = (
  number: number,
  asked: number,
  {
    terms = {},
    refs = [key, space, whole],
    ...rest
  }: Partial<Omit<Admission, "terms" | "scopes">> & {
    readonly terms?: Partial<HoldTerms>
    readonly refs?: ReadonlyArray<ScopeRef>
  } = {}
): Admission => ({
  terms: someTerms(number, asked, { key_hash: hashOf(refs), ...terms }),
  scopes: refs.map((ref) => ({ ref, terms: unlimited, version: null })),
  charge: "own",
  plan: [null],
  providers: null,
  now: evening,
  dry_run: false,
  ...rest
})

export const admit = (...args: Parameters<typeof anAdmission>) =>
  Effect.flatMap(SpendingStore, (store) => store.admit(anAdmission(...args)))

/** The tag of an answer. */
export const tag = <E, R>(answer: Effect.Effect<{ readonly _tag: string }, E, R>) =>
  Effect.map(answer, ({ _tag }) => _tag)

/** The hold of an admission that must succeed. */
export const admitted = (answer: AdmissionAnswer): HoldRecord => {
  if (answer._tag !== "Admitted") throw new Error(`The answer is ${answer._tag}.`)
  return answer.hold
}

/** The refusal of an answer that must be one by budgets. */
export const exceeded = (answer: AdmissionAnswer | ExtensionAnswer): BudgetExceeded => {
  if (answer._tag !== "Refused") throw new Error(`The answer is ${answer._tag}.`)
  if (answer.refusal._tag !== "BudgetExceeded") throw new Error(`The refusal is ${answer.refusal._tag}.`)
  return answer.refusal
}

export const limit = (ref: ScopeRef, terms: ScopeTerms) =>
  Effect.flatMap(SpendingStore, (store) => store.setTerms({ ref }, terms, evening))

export const named = (number: number, organization_id: HoldName["organization_id"] = organization): HoldName => ({
  id: idOf(number),
  organization_id
})

/** A settlement that states the credential. */
type Stated = UsageSettlement & Pick<Settlement, "cost">

export const costing = (cost: number, overrides: Partial<Stated> = {}): Stated => ({
  cost: usd(cost),
  is_byok: false,
  credential_id: null,
  model: null,
  provider: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0,
  ...overrides
})

export const correcting = (cost: number, overrides: Partial<Correction> = {}): Correction => ({
  cost: usd(cost),
  reason: "The invoice says so.",
  corrected_by: null,
  corrected_at: evening,
  ...overrides
})
